import type { OneOffSession } from '../one-offs/schema.ts';
import type { BookingOptions, Option } from './booking-options.ts';

/** What is offered for changing a booking: also whom and what it refers to and was deleted meanwhile. */
export function optionsToEdit(
  { danceTypes, rooms, instructors }: BookingOptions,
  { danceType, room, instructor }: Pick<OneOffSession, 'danceType' | 'room' | 'instructor'>,
): BookingOptions {
  return {
    danceTypes: danceType ? withOwn(danceTypes, danceType.id, danceType.name) : danceTypes,
    rooms: withOwn(rooms, room.id, room.name),
    instructors: withOwn(instructors, instructor.id, instructor.fullName),
  };
}

function withOwn(offered: Option[], id: string, label: string): Option[] {
  return offered.some(({ value }) => value === id) ? offered : [{ value: id, label }, ...offered];
}
