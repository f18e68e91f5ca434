import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { api } from '#client/api.ts';
import { useCan } from '#client/session.ts';
import { namesApart } from '#features/people/instructors/components/names-apart.ts';

import type { CalendarSession, ClassRule } from '../schema.ts';

/** What instructors are called where some who are shown share a name, by id: only the office knows how they are reached. */
export function useInstructorLabels(
  rules: readonly ClassRule[],
  sessions: readonly CalendarSession[],
): ReadonlyMap<string, string> {
  const areNamesakes = useMemo(() => {
    const names = new Map([...rules, ...sessions].map(({ instructor: { id, fullName } }) => [id, fullName]));
    return new Set(names.values()).size < names.size;
  }, [rules, sessions]);
  const mayReach = useCan('managePeople');
  const { data } = useQuery({
    ...api.people.instructors.list.queryOptions({ input: {} }),
    enabled: areNamesakes && mayReach,
  });
  return useMemo(
    () => new Map(areNamesakes ? namesApart(data ?? []).map(({ value, label }) => [value, label]) : []),
    [areNamesakes, data],
  );
}
