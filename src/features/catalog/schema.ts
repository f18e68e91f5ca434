import * as z from 'zod/mini';
import { id, requestKey, requiredText, version } from '#shared/fields.ts';

// spec §5: the names are required.
const classroomName = requiredText(80, 'Enter a classroom name.');
const danceTypeName = requiredText(80, 'Enter a dance type name.');

export const createClassroomInput = z.strictObject({ name: classroomName, idempotencyKey: requestKey() });
export const updateClassroomInput = z.strictObject({ id: id(), version, name: classroomName });

export const createDanceTypeInput = z.strictObject({ name: danceTypeName, idempotencyKey: requestKey() });
export const updateDanceTypeInput = z.strictObject({ id: id(), version, name: danceTypeName });

export const deleteInput = z.strictObject({ id: id() });

export type NewCatalogItem = z.output<typeof createClassroomInput>;
/** A classroom or dance type as lists show it. */
export type CatalogItem = { id: string; name: string; version: number };
