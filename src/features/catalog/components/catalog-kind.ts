import { api } from '#client/api.ts';
import {
  createClassroomInput,
  createDanceTypeInput,
  updateClassroomInput,
  updateDanceTypeInput,
} from '#features/catalog/schema.ts';

/** What the screens of classrooms and dance types differ in: words, schemas, and whose procedures they call. */
export type CatalogKind = {
  procedures: typeof api.catalog.classrooms;
  createInput: typeof createClassroomInput;
  updateInput: typeof updateClassroomInput;
  heading: string;
  subtitle: string;
  listHeading: string;
  noun: string;
  plural: string;
  nameLabel: string;
  example: string;
  addLabel: string;
  emptyTitle: string;
  emptyBody: string;
  deleteQuestion: string;
  /** Spec §8: what stands before a failure. */
  failed: string;
};

export const classrooms: CatalogKind = {
  procedures: api.catalog.classrooms,
  createInput: createClassroomInput,
  updateInput: updateClassroomInput,
  heading: 'Manage Classrooms',
  subtitle: 'The rooms your classes take place in.',
  listHeading: 'Current classrooms',
  noun: 'classroom',
  plural: 'classrooms',
  nameLabel: 'Classroom name',
  example: 'Studio A',
  addLabel: 'Add classroom',
  emptyTitle: 'No classrooms added yet',
  emptyBody: 'A class needs a room. Add the first one above.',
  deleteQuestion: 'Are you sure you want to delete this classroom?',
  failed: '',
};

export const danceTypes: CatalogKind = {
  procedures: api.catalog.danceTypes,
  createInput: createDanceTypeInput,
  updateInput: updateDanceTypeInput,
  heading: 'MANAGE DANCE TYPES',
  subtitle: 'The styles you teach. Classes are colored and filtered by them.',
  listHeading: 'Current dance types',
  noun: 'dance type',
  plural: 'dance types',
  nameLabel: 'Dance type name',
  example: 'Ballet',
  addLabel: 'Add dance type',
  emptyTitle: 'No dance types added yet',
  emptyBody: 'A class needs a dance type. Add the first one above.',
  deleteQuestion: 'Are you sure you want to delete this dance type?',
  failed: 'Error: ',
};
