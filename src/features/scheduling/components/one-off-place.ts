import { api } from '#client/api.ts';
import { addDays, type LocalDate } from '#shared/local-date.ts';

import { oneOffsPerPage, type OneOffSession } from '../one-offs/schema.ts';
import type { OneOffSearch } from './manage-classes-search.ts';

/** Where a session is listed: in which part, and on which page of it; the first when that can not be found out. */
export async function placeOf({ id, sessionDate }: OneOffSession, today: LocalDate): Promise<OneOffSearch> {
  const isPast = sessionDate < today;
  const listed = isPast
    ? { start: sessionDate, end: addDays(today, -1), order: 'descending' as const }
    : { start: today, end: sessionDate };
  const page = await lastPage(id, listed).catch(() => 1);
  return { when: isPast ? 'past' : undefined, page: page === 1 ? undefined : page };
}

type Listed = NonNullable<Parameters<typeof api.scheduling.oneOffs.list.call>[0]>;

/** The last page that has it: its day's other sessions may fill the one after. */
async function lastPage(id: string, listed: Listed): Promise<number> {
  const { list } = api.scheduling.oneOffs;
  const { total } = await list.call(listed);
  for (let page = Math.ceil(total / oneOffsPerPage); page > 1; page -= 1) {
    const { items } = await list.call({ ...listed, page });
    if (items.some((session) => session.id === id)) return page;
  }
  return 1;
}
