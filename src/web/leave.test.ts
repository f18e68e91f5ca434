import { afterEach, expect, it, vi } from 'vitest';

const forgetKept = vi.fn(() => Promise.resolve());
vi.mock('#client/offline.ts', () => ({ forgetKept }));
const assign = vi.fn();

afterEach(() => vi.unstubAllGlobals());

it.each([
  { session: { status: 429, code: 'TOO_MANY_REQUESTS' }, leaves: 0 },
  { session: { status: 401, code: 'UNAUTHORIZED' }, leaves: 1 },
])('goes where one signs in $leaves times when the session is answered $session.status', async (each) => {
  vi.resetModules();
  forgetKept.mockClear();
  const location = { origin: 'http://barre.test', pathname: '/dashboard', search: '', assign };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
  vi.stubGlobal('document', { body: {} });
  vi.stubGlobal('navigator', { onLine: true });
  let sessionAsked = 0;
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const isSession = new URL(url).pathname === '/rpc/auth/session';
    if (isSession) sessionAsked += 1;
    const refusal = isSession ? each.session : { status: 401, code: 'UNAUTHORIZED' };
    const json = { defined: true, message: 'Refused.', ...refusal };
    return Promise.resolve(Response.json({ json }, { status: refusal.status }));
  });
  const { leaveWhenSignedOut } = await import('./leave.ts');
  const { api } = await import('#client/api.ts');
  const { queryClient } = await import('#client/query-client.ts');
  leaveWhenSignedOut();
  await queryClient.fetchQuery(api.catalog.classrooms.list.queryOptions()).catch(() => {});
  await vi.waitFor(() => expect(sessionAsked).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(forgetKept).toHaveBeenCalledTimes(each.leaves);
});
