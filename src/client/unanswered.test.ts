import { expect, it } from 'vitest';

import { idempotentDelete } from '#client/unanswered.ts';

it('takes for deleted what is not found once an answer got lost', async () => {
  const remove = answering(new TypeError('Failed to fetch'), notFound, notFound);
  await expect(remove('ana')).rejects.toThrow('Failed to fetch');
  await expect(remove('ben')).rejects.toBe(notFound);
  await expect(remove('ana')).resolves.toBeUndefined();
});

it('remembers it over a second answer that says nothing, and no longer than until one does', async () => {
  const remove = answering(new TypeError('Failed to fetch'), fault, notFound, notFound);
  for (const failure of ['Failed to fetch', 'Internal Server Error'])
    await expect(remove('cleo')).rejects.toThrow(failure);
  await expect(remove('cleo')).resolves.toBeUndefined();
  await expect(remove('cleo')).rejects.toBe(notFound);
});

it('remembers it over a refusal of whatever is asked for just then', async () => {
  const tooMany = refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests.');
  const remove = answering(new TypeError('Failed to fetch'), tooMany, notFound);
  await expect(remove('eva')).rejects.toThrow('Failed to fetch');
  await expect(remove('eva')).rejects.toBe(tooMany);
  await expect(remove('eva')).resolves.toBeUndefined();
});

it('takes no other refusal for a success', async () => {
  const remove = answering(new TypeError('Failed to fetch'), inUse, notFound);
  await expect(remove('dan')).rejects.toThrow('Failed to fetch');
  await expect(remove('dan')).rejects.toBe(inUse);
  await expect(remove('dan')).rejects.toBe(notFound);
});

const notFound = refusal(404, 'NOT_FOUND', 'Classroom not found.');
const inUse = refusal(409, 'CONFLICT', 'Studio A is used by 2 classes.');
const fault = refusal(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error');

/** Deletes by id, and is answered so, one time after another. */
function answering(...failures: Error[]) {
  const remove = idempotentDelete((_: { id: string }): Promise<void> => {
    return Promise.reject(failures.shift() ?? new Error('asked too often'));
  });
  return (id: string) => remove({ id });
}

function refusal(status: number, code: string, message: string) {
  return Object.assign(new Error(message), { status, code });
}
