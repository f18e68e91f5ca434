import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { createElement, Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { screenOwnerHeader } from '#shared/access.ts';

/** Only what never comes fails. */
const soon = { timeout: 20_000 };

const reload = vi.fn();
const assign = vi.fn();
const forgetKept = vi.fn(() => Promise.resolve());
vi.mock('#client/offline.ts', () => ({ forgetKept, restoreKept: () => Promise.resolve(false) }));

type Answer = { profileId: string; today: string; organization: { timeZone: string } } | null;
let answer: Answer;
let isSilent: boolean;
/** What was asked for, and for whom the screen said it was. */
let asked: [path: string, owner: string | null][];

/** The session as a page of its own knows it: loaded anew, with a server that gives `answer`. */
async function openPage() {
  vi.resetModules();
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { location: { origin: 'http://barre.test', reload, assign } }),
  );
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', ({ url, headers }: Request) => {
    if (isSilent) return new Promise(() => {});
    const owner = headers.get(screenOwnerHeader);
    const { pathname } = new URL(url);
    asked.push([pathname, owner]);
    const isRefused = pathname !== '/rpc/auth/session' && owner !== answer?.profileId;
    const refusal = { defined: true, code: 'OTHER_ACCOUNT', status: 409, message: 'Somebody else.' };
    return Promise.resolve(
      isRefused ? Response.json({ json: refusal }, { status: 409 }) : Response.json({ json: answer }),
    );
  });
  const { api } = await import('#client/api.ts');
  const session = await import('#client/session.ts');
  const { queryClient } = await import('#client/query-client.ts');
  const shown = () => queryClient.getQueryData(session.sessionQuery.queryKey);
  return { ...session, api, queryClient, shown };
}

beforeEach(() => {
  reload.mockClear();
  forgetKept.mockClear();
  asked = [];
  isSilent = false;
  answer = personOf('ana');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a tab belongs to one person', () => {
  it('shows nothing of somebody else who signed in by another tab, but starts anew', async () => {
    const page = await openPage();
    await page.isSignedIn();
    answer = personOf('ben');
    void page.queryClient.fetchQuery({ ...page.sessionQuery, staleTime: 0 });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), soon);
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
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), soon);
    expect(page.shown()).toBe(null);
  });

  it('says with every call whose it is, and starts anew once one was refused for that', async () => {
    const page = await openPage();
    await page.isSignedIn();
    const stop = new QueryObserver(page.queryClient, page.sessionQuery).subscribe(() => {});
    answer = personOf('ben');
    const saving = page.api.catalog.danceTypes.create.call({ name: 'Tap', color: '#7c3aed' } as never);
    await expect(saving).rejects.toThrow('Somebody else.');
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), soon);
    stop();
    expect(asked).toEqual([
      ['/rpc/auth/session', null],
      ['/rpc/catalog/danceTypes/create', 'ana'],
      ['/rpc/auth/session', 'ana'],
    ]);
  });

  it('learns at once that somebody else signed in by another tab', async () => {
    const page = await openPage();
    await page.isSignedIn();
    const stop = new QueryObserver(page.queryClient, page.sessionQuery).subscribe(() => {});
    answer = personOf('ben');
    const other = await openPage();
    await other.isSignedIn();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), soon);
    stop();
    expect([page.shown(), other.shown()]).toEqual([personOf('ana'), personOf('ben')]);
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

it('leaves nothing to be seen without a network where the session had ended before the app was opened', async () => {
  const page = await openPage();
  expect(await page.isSignedIn()).toBe(true);
  expect(forgetKept).not.toHaveBeenCalled();
  answer = null;
  const later = await openPage();
  expect(await later.isSignedIn()).toBe(false);
  expect(forgetKept).toHaveBeenCalledOnce();
});

it('does not break what is being drawn when the session ends, on the way to /login', async () => {
  const page = await openPage();
  page.queryClient.setQueryData(page.sessionQuery.queryKey, null);
  const drawn = vi.fn();
  const broke = vi.fn();
  const Screen = () => drawn(page.useSignedIn());
  const inside = createElement(Suspense, null, createElement(Screen));
  const screen = createElement(QueryClientProvider, { client: page.queryClient }, inside);
  await renderToReadableStream(screen, { onError: broke });
  expect(broke).not.toHaveBeenCalled();
  expect(drawn).not.toHaveBeenCalled();
});

it('leaves nothing to see in a document that Back may bring out of memory, and begins that one anew', async () => {
  const page = await openPage();
  await page.isSignedIn();
  const body = { hidden: false };
  vi.stubGlobal('document', { body });
  page.leaveStudio('/login');
  expect([page.shown(), body.hidden]).toEqual([undefined, true]);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/login');

  const back = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  back(false);
  expect(reload).not.toHaveBeenCalled();
  back(true);
  expect(reload).toHaveBeenCalledOnce();
});

describe('today', () => {
  it('is asked anew when the studio’s midnight has passed, also after a sleep', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T04:58:30Z') });
    const page = await openPage();
    await page.isSignedIn();
    const stop = new QueryObserver(page.queryClient, page.sessionQuery).subscribe(() => {});
    let shown = 0;
    const queryFn = () => ++shown;
    const sheet = { queryKey: ['attendance', 'sheet'], queryFn, staleTime: Infinity };
    const stopShowing = new QueryObserver(page.queryClient, sheet).subscribe(() => {});
    const stopFollowing = page.followToday();
    answer = personOf('ana', '2026-11-22');

    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.shown()?.today, 'at 23:59:30 in New York').toBe('2026-11-21');
    expect(shown).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.shown()?.today, 'at 00:00:30').toBe('2026-11-22');
    expect(shown, 'with all that went by the day before').toBe(2);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(shown).toBe(2);
    stopShowing();

    answer = personOf('ana', '2026-11-25');
    vi.setSystemTime(new Date('2026-11-25T13:00:00Z'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.shown()?.today, 'woken three days later').toBe('2026-11-25');

    stopFollowing();
    answer = personOf('ana', '2026-11-26');
    await vi.advanceTimersByTimeAsync(24 * 3600_000);
    expect(page.shown()?.today, 'not followed any more').toBe('2026-11-25');
    stop();
  });

  it('goes on without the server, until that says which day it is', async () => {
    const { page, sheets } = await openOvernight();
    isSilent = true;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect([page.shown()?.today, sheets()]).toEqual(['2026-11-22', 2]);
    isSilent = false;
    void page.queryClient.invalidateQueries({ queryKey: page.sessionQuery.queryKey });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect([page.shown()?.today, sheets()], 'its clock is behind').toEqual(['2026-11-21', 3]);
  });

  it('is that of all that is shown also where something else asked for it first', async () => {
    const { page, sheets } = await openOvernight();
    answer = personOf('ana', '2026-11-22');
    await vi.advanceTimersByTimeAsync(100_000);
    await page.refreshSession();
    expect([page.shown()?.today, sheets()]).toEqual(['2026-11-22', 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sheets()).toBe(2);
  });

  /** A tab that shows a sheet, ninety seconds before midnight in New York; `sheets` tells how often it was asked for. */
  async function openOvernight() {
    vi.useFakeTimers({ now: new Date('2026-11-22T04:58:30Z') });
    const page = await openPage();
    await page.isSignedIn();
    let shown = 0;
    const sheet = { queryKey: ['attendance', 'sheet'], queryFn: () => ++shown, staleTime: Infinity };
    const stops = [
      new QueryObserver(page.queryClient, page.sessionQuery).subscribe(() => {}),
      new QueryObserver(page.queryClient, sheet).subscribe(() => {}),
      page.followToday(),
    ];
    onTestFinished(() => stops.forEach((stop) => stop()));
    return { page, sheets: () => shown };
  }
});

function personOf(profileId: string, today = '2026-11-21') {
  return { profileId, today, organization: { timeZone: 'America/New_York' } };
}
