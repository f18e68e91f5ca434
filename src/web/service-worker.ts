// Opens Barre without a network: the app's files are taken from this browser, pages from the network as long as it
// answers in time. Hand-written and small; it holds no data of a studio. Built by scripts/service-worker.mjs.

/** What the build fills in: a name that changes with every file, and the files of this version. */
declare const version: string;
declare const assets: readonly string[];

// The parts of a service worker's world used here; TypeScript's own library for it contradicts that of pages.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type FetchCall = Extendable & { request: Request; respondWith(answer: Promise<Response>): void };
type Worker = {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchCall) => void): void;
};
declare const self: Worker;

const assetCache = 'barre-assets';
const pageCache = `barre-pages-${version}`;
const shell = '/app.html';
const pages = [shell, '/color-scheme.js', '/favicon.svg', '/manifest.webmanifest'];
const answerWithinMs = 3_000;
// Few enough to leave the network to what the user does meanwhile.
const atOnce = 6;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(cached(request));
  else if (request.mode === 'navigate' && /^\/dashboard(\/|$)/.test(pathname))
    event.respondWith(page(request));
  else if (pages.includes(pathname)) event.respondWith(newest(request));
});

async function install(): Promise<void> {
  const pageFiles = await caches.open(pageCache);
  await pageFiles.addAll(pages.map((path) => new Request(path, { cache: 'no-cache' })));
  const files = await caches.open(assetCache);
  // A file's name changes with its content: what is there from the last version need not be fetched again.
  const known = new Set((await files.keys()).map(({ url }) => new URL(url).pathname));
  const missing = assets.filter((path) => !known.has(path));
  for (let at = 0; at < missing.length; at += atOnce) await files.addAll(missing.slice(at, at + atOnce));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const isOld = (name: string) => name.startsWith('barre-') && name !== assetCache && name !== pageCache;
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  const files = await caches.open(assetCache);
  const current = new Set(assets);
  // Pages opened before the update still find theirs on the server for some days.
  for (const { url } of await files.keys()) if (!current.has(new URL(url).pathname)) await files.delete(url);
  await self.clients.claim();
}

async function cached(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

/** A page of the dashboard: from the network when it answers in time, else the app, which routes by itself. */
async function page(request: Request): Promise<Response> {
  const answer = await answerInTime(request);
  if (answer && answer.status < 500) return answer;
  return (await caches.match(shell)) ?? answer ?? Response.error();
}

async function newest(request: Request): Promise<Response> {
  const answer = await answerInTime(request);
  return answer ?? (await caches.match(request)) ?? Response.error();
}

/** The network's answer, or null when none has begun in time: how long its body takes is up to the line. */
async function answerInTime(request: Request): Promise<Response | null> {
  const call = new AbortController();
  const timer = setTimeout(() => call.abort(), answerWithinMs);
  try {
    return await fetch(request, { signal: call.signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
