import { beforeEach, expect, it, vi } from 'vitest';

import { errorMessage, isOutOfReach, isRefusal } from '#client/failure.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'http://barre.test' } }));
  vi.stubGlobal('navigator', { onLine: true });
  return () => vi.unstubAllGlobals();
});

const page = (status: number) => () =>
  new Response('<h1>Sign in to the Wi-Fi</h1>', { status, headers: { 'content-type': 'text/html' } });

it.each([
  ['a page in its place', page(200)],
  ['nothing in its place', () => new Response('')],
  ['the way to a page', () => Response.redirect('http://portal.test')],
  ['a proxy that reaches no server', page(502)],
  ['a filter', page(403)],
  [
    'the half of it',
    () => new Response('{"json":{"id":', { headers: { 'content-type': 'application/json' } }),
  ],
  [
    'a line that breaks in the middle',
    () => new Response(broken(), { headers: { 'content-type': 'application/json' } }),
  ],
])('takes no answer for one of the server: %s', async (_, answer) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  const { api } = await import('#client/api.ts');
  const error: unknown = await api.catalog.classrooms.delete.call({ id: 'a' }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(isOutOfReach(error)).toBe(true);
  expect(isRefusal(error)).toBe(false);
  expect(errorMessage(error)).toBe('The server cannot be reached. Try again in a moment.');
});

it('takes what the server refuses for its answer', async () => {
  const refusal = { defined: false, code: 'CONFLICT', status: 409, message: 'It is used.' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ json: refusal }, { status: 409 })));
  const { api } = await import('#client/api.ts');
  await expect(api.catalog.classrooms.delete.call({ id: 'a' })).rejects.toMatchObject({ status: 409 });
});

function broken(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
}
