import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { namesApart } from '#features/people/instructors/components/names-apart.ts';

export type Option = { value: string; label: string };

/** What the selects of a booking form offer. */
export type BookingOptions = { danceTypes: Option[]; rooms: Option[]; instructors: Option[] };

/** Loads dance types, classrooms and instructors: `options` is null until all three are there. */
export function useBookingOptions() {
  const danceTypes = useQuery(api.catalog.danceTypes.list.queryOptions());
  const rooms = useQuery(api.catalog.classrooms.list.queryOptions());
  const instructors = useQuery(api.people.instructors.list.queryOptions({ input: {} }));
  const lists = [danceTypes, rooms, instructors];
  return {
    options:
      danceTypes.data && rooms.data && instructors.data
        ? ({
            danceTypes: danceTypes.data.map(asOption),
            rooms: rooms.data.map(asOption),
            instructors: namesApart(instructors.data),
          } satisfies BookingOptions)
        : null,
    error: lists.find(({ data, error }) => error && !data)?.error ?? null,
    isFetching: lists.some(({ isRefetching }) => isRefetching),
    refetch: () => {
      for (const list of lists) if (list.error) void list.refetch();
    },
  };
}

function asOption({ id, name }: { id: string; name: string }): Option {
  return { value: id, label: name };
}
