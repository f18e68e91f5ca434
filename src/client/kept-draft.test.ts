import { beforeEach, expect, it, vi } from 'vitest';

/** A tab's store: what is kept stands in it as its own keys. */
class Store {
  [key: string]: unknown;
}
Object.assign(Store.prototype, {
  getItem(this: Store, key: string) {
    return this[key] ?? null;
  },
  setItem(this: Store, key: string, value: string) {
    this[key] = value;
  },
  removeItem(this: Store, key: string) {
    delete this[key];
  },
});
let store: Store;

beforeEach(() => {
  vi.resetModules();
  store = new Store();
  vi.stubGlobal('window', { location: { origin: 'http://barre.test' } });
  vi.stubGlobal('sessionStorage', store);
});

const load = () => import('#client/kept-draft.ts');

it('keeps a draft for who typed it', async () => {
  const { keepDraft, readDraft } = await load();
  keepDraft('ana', 'new-class', { name: 'Ballet' });
  expect(readDraft('ana', 'new-class', { name: '' })).toEqual({ name: 'Ballet' });
  expect(readDraft('ben', 'new-class', { name: '' })).toEqual({});
});

it('leaves no draft and keeps none once its writer has left', async () => {
  const { keepDraft, forgetDrafts } = await load();
  store['of-something-else'] = 'stays';
  keepDraft('ana', 'new-class', { name: 'Ballet' });
  keepDraft('ana', 'enrollment', { fullName: 'Mia' });
  forgetDrafts();
  keepDraft('ana', 'new-class', { name: 'Ballet' });
  expect(Object.keys(store)).toEqual(['of-something-else']);
});

it('leaves no draft of others where somebody signs in', async () => {
  const { keepDraft, forgetDraftsOfOthers } = await load();
  keepDraft('ana', 'new-class', { name: 'Ballet' });
  keepDraft('ben', 'new-class', { name: 'Jazz' });
  forgetDraftsOfOthers('ben');
  expect(Object.keys(store)).toEqual(['barre.draft.ben.new-class']);
});

it('leaves none in the other tabs of the browser either', async () => {
  const { keepDraft } = await load();
  keepDraft('ana', 'new-class', { name: 'Ballet' });
  const signingOut = new BroadcastChannel('barre.drafts');
  signingOut.postMessage('signed out');
  await vi.waitFor(() => expect(Object.keys(store)).toEqual([]), { timeout: 20_000 });
  signingOut.close();
});
