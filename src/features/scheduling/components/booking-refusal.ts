import { answerIn } from '#client/failure.ts';
import { isRecord } from '#shared/record.ts';

import type { Clash } from '../schema.ts';

/** A booking that was refused because an instructor or a room is taken, and by what. */
export type BookingRefusal = {
  resource: Clash['resource'];
  /** The server's text, word for word. */
  message: string;
  clashes: readonly Clash[];
};

/** The refusal inside whatever a booking threw, `reworded` or not; null when it failed for another reason. */
export function bookingRefusal(error: unknown): BookingRefusal | null {
  const answer = answerIn(error);
  const resource = answer && busy[answer.code];
  if (!resource) return null;
  return {
    resource,
    message: answer.message,
    clashes: clashesOf(answer.data).filter((clash) => clash.resource === resource),
  };
}

// Read by hand: the schema would bring zod to the dashboard's first load.
function clashesOf(data: unknown): Clash[] {
  return isRecord(data) && Array.isArray(data['clashes']) ? data['clashes'].filter(isClash) : [];
}

function isClash(value: unknown): value is Clash {
  return isRecord(value) && 'resource' in value && 'date' in value;
}

const busy: Partial<Record<string, Clash['resource']>> = {
  INSTRUCTOR_BUSY: 'instructor',
  ROOM_BUSY: 'room',
};
