import type { LocalDate } from '#shared/local-date.ts';
import { compareNames } from '#shared/name-order.ts';

import type { CalendarSession, ClassRule } from '../schema.ts';
import type { BoardView } from './board-columns.ts';

/** What the address says about the schedule (R21); what is missing has its default. */
export type ScheduleSearch = {
  view?: BoardView | undefined;
  date?: LocalDate | undefined;
  /** An instructor's id. */
  instructor?: string | undefined;
  /** A dance type's name. */
  type?: string | undefined;
};

/** `typed` changes replace the last one in the history (R22). */
export type OnScheduleSearch = (search: ScheduleSearch, options?: { typed?: boolean }) => void;

export type ScheduleFilter = Pick<ScheduleSearch, 'instructor' | 'type'>;

/** What the two filters can be set to: whoever and whatever the schedule shows. */
export type FilterOptions = { instructors: { value: string; label: string }[]; types: string[] };

/** @param labels what to call instructors instead of by their name alone, by id */
export function filterOptions(
  rules: readonly ClassRule[],
  sessions: readonly CalendarSession[],
  labels: ReadonlyMap<string, string>,
): FilterOptions {
  const people = [...rules, ...sessions].map(({ instructor }) => instructor);
  const names = new Map(people.map(({ id, fullName }) => [id, fullName]));
  const types = [
    ...rules.map(({ danceType }) => danceType.name),
    ...sessions.map(({ danceTypeName }) => danceTypeName),
  ];
  return {
    instructors: [...names]
      .map(([value, name]) => ({ value, label: labels.get(value) ?? name }))
      .toSorted((a, b) => compareNames(a.label, b.label)),
    types: [...new Set(types.filter((name) => name !== null))].toSorted(compareNames),
  };
}

type InstructorOption = FilterOptions['instructors'][number];

/**
 * The options with what is filtered by among them, also where nobody on the schedule now has it: a select without its
 * value would read as if nothing was filtered.
 * @param known the instructor as last seen on the schedule
 */
export function withChosen(
  { instructors, types }: FilterOptions,
  { instructor, type }: ScheduleFilter,
  known: InstructorOption | undefined,
): FilterOptions {
  const isListed = !instructor || instructors.some(({ value }) => value === instructor);
  const label = known?.value === instructor ? known?.label : null;
  return {
    instructors: isListed
      ? instructors
      : [...instructors, { value: instructor, label: label ?? 'One instructor' }],
    types: !type || types.includes(type) ? types : [...types, type],
  };
}

export function matchingRules(rules: readonly ClassRule[], filter: ScheduleFilter): readonly ClassRule[] {
  return rules.filter(
    ({ instructor, danceType }) =>
      (!filter.instructor || instructor.id === filter.instructor) &&
      (!filter.type || danceType.name === filter.type),
  );
}

export function matchingSessions(
  sessions: readonly CalendarSession[],
  filter: ScheduleFilter,
): readonly CalendarSession[] {
  return sessions.filter(
    ({ instructor, danceTypeName }) =>
      (!filter.instructor || instructor.id === filter.instructor) &&
      (!filter.type || danceTypeName === filter.type),
  );
}
