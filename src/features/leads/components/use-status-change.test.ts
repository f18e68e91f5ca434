import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Inquiry } from '../schema.ts';
import type { StatusFailure } from './use-status-change.ts';

/** Only what never comes fails. */
const soon = { timeout: 20_000 };
const ana = { id: 'ana', fullName: 'Ana', status: 'new', version: 4 } as Inquiry;
let answers: ((refusal?: string) => void)[];
let asked: { version: number; status: string }[];

beforeEach(() => {
  vi.resetModules();
  [answers, asked] = [[], []];
  vi.stubGlobal('window', { location: { origin: 'http://barre.test' } });
  vi.stubGlobal('fetch', async (request: Request) => {
    const { json } = (await request.json()) as { json: (typeof asked)[number] };
    asked.push(json);
    return await new Promise((resolve) => {
      answers.push((message) =>
        resolve(
          message
            ? Response.json(
                { json: { defined: false, code: 'CONFLICT', status: 409, message } },
                { status: 409 },
              )
            : Response.json({ json: { ...ana, status: json.status, version: json.version + 1 } }),
        ),
      );
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('changes a status twice, the second time before the first is answered', async () => {
  const { change, shown } = await openList();
  const first = change({ inquiry: ana, status: 'contacted' });
  await vi.waitFor(() => expect(shown()).toMatchObject({ status: 'contacted' }), soon);
  const second = change({ inquiry: shown(), status: 'enrolled' });
  await vi.waitFor(() => expect(shown()).toMatchObject({ status: 'enrolled' }), soon);
  await answer();
  await first;
  expect(shown()).toMatchObject({ status: 'enrolled' });
  await answer();
  await second;
  expect(asked.map(({ version, status }) => [version, status])).toEqual([
    [4, 'contacted'],
    [5, 'enrolled'],
  ]);
  expect(shown()).toMatchObject({ status: 'enrolled', version: 6 });
});

it('takes back what was refused, and not to another change that was refused before', async () => {
  const { change, shown } = await openList();
  const first = change({ inquiry: ana, status: 'contacted' });
  await vi.waitFor(() => expect(shown()).toMatchObject({ status: 'contacted' }), soon);
  const second = change({ inquiry: shown(), status: 'enrolled' });
  for (const each of [first, second]) {
    await answer('Somebody was quicker.');
    await expect(each).rejects.toThrow('Somebody was quicker.');
  }
  expect(shown()).toEqual(ana);
});

it('tells of each inquiry whose status was not changed until it is', async () => {
  const { change, failed } = await openList();
  const bea = { ...ana, id: 'bea', fullName: 'Bea' };
  const both = [ana, bea].map((inquiry) => change({ inquiry, status: 'contacted' }));
  for (const each of both) {
    await answer('Somebody was quicker.');
    await expect(each).rejects.toThrow('Somebody was quicker.');
  }
  expect(failed()).toEqual(['Ana', 'Bea']);
  const again = change({ inquiry: ana, status: 'contacted' });
  expect(failed()).toEqual(['Bea']);
  await answer();
  await again;
  expect(failed()).toEqual(['Bea']);
});

async function openList() {
  const { statusChange } = await import('./use-status-change.ts');
  const { api } = await import('#client/api.ts');
  const queries = new QueryClient();
  const { queryKey } = api.leads.list.queryOptions();
  queries.setQueryData(queryKey, { total: 1, rows: [ana] });
  let failures: readonly StatusFailure[] = [];
  const options = statusChange(
    queries,
    (next) => (failures = next(failures)),
    () => true,
  );
  return {
    change: (input: { inquiry: Inquiry; status: Inquiry['status'] }) =>
      new MutationObserver(queries, options).mutate(input),
    shown: () => queries.getQueryData(queryKey)?.rows[0] ?? ana,
    failed: () => failures.map(({ inquiry }) => inquiry.fullName),
  };
}

/** Answers the oldest request, once it is there. */
async function answer(refusal?: string): Promise<void> {
  await vi.waitFor(() => expect(answers).not.toEqual([]), soon);
  answers.shift()?.(refusal);
}
