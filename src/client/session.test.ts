import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const reload = vi.fn();
const forgetKept = vi.fn(() => Promise.resolve());
vi.mock('#client/offline.ts', () => ({ forgetKept, restoreKept: () => Promise.resolve(false) }));

type Answer = { profileId: string; today: string; organization: { timeZone: string } } | null;
let answer: Answer;

/** The session as a page of its own knows it: loaded anew, with a server that gives `answer`. */
async function openPage() {
  vi.resetModules();
  vi.stubGlobal('window', { location: { origin: 'http://barre.test', reload } });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ json: answer })));
  const session = await import('#client/session.ts');
  const { queryClient } = await import('#client/query-client.ts');
  const shown = () => queryClient.getQueryData(session.sessionQuery.queryKey);
  return { ...session, queryClient, shown };
}

beforeEach(() => {
  reload.mockClear();
  forgetKept.mockClear();
  answer = personOf('ana');
});
afterEach(() => void vi.unstubAllGlobals());

describe('a tab belongs to one person', () => {
  it('shows nothing of somebody else who signed in by another tab, but starts anew', async () => {
    const page = await openPage();
    await page.isSignedIn();
    answer = personOf('ben');
    void page.queryClient.fetchQuery({ ...page.sessionQuery, staleTime: 0 });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(forgetKept).toHaveBeenCalledOnce();
    expect(page.shown()).toEqual(personOf('ana'));
  });

  it('knows who it belonged to when nobody was signed in meanwhile, or it began without a network', async () => {
    const page = await openPage();
    page.queryClient.setQueryData(page.sessionQuery.queryKey, personOf('ana') as never);
    answer = null;
    expect(await page.queryClient.fetchQuery({ ...page.sessionQuery, staleTime: 0 })).toBe(null);
    answer = personOf('ben');
    void page.queryClient.fetchQuery({ ...page.sessionQuery, staleTime: 0 });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(page.shown()).toBe(null);
  });

  it('goes on with the same person, whatever changed about them', async () => {
    const page = await openPage();
    await page.isSignedIn();
    answer = { ...personOf('ana'), today: '2026-11-22' };
    await page.queryClient.fetchQuery({ ...page.sessionQuery, staleTime: 0 });
    expect(page.shown()).toEqual(answer);
    expect(reload).not.toHaveBeenCalled();
  });
});

function personOf(profileId: string, today = '2026-11-21') {
  return { profileId, today, organization: { timeZone: 'America/New_York' } };
}
