import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { sessionCookie } from '#platform/caller.ts';
import type { Config } from '#platform/config.ts';
import { escapeHtml } from '#platform/letter.ts';
import type { App } from '#server/app.ts';
import { encodingFor } from '#server/json-http.ts';
import { pathOf } from '#server/request-checks.ts';
import { landingMarkers, type LandingMarker } from '#shared/landing-markers.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const html = 'text/html; charset=utf-8';
const pages = ['demo', 'terms', 'privacy'];

/** The pages everyone may see, with this installation's own addresses put in. */
export async function answerPublicPage(
  { config }: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request);
  const otherwise = otherPathOf(path);
  if (otherwise) {
    response.writeHead(301, { location: otherwise }).end();
    return true;
  }
  if (path === '/') {
    // A guess good enough for a button: the dashboard itself asks who it is.
    const isMember = request.headers.cookie?.includes(`${sessionCookie(config.BASE_URL)}=`) ?? false;
    const file = isMember ? 'pages/home-member.html' : 'index.html';
    return await answerFile(config, request, response, file);
  }
  if (pages.includes(path.slice(1))) {
    return await answerFile(config, request, response, `pages/${path.slice(1)}.html`);
  }
  if (path === '/robots.txt')
    return answer(request, response, pack(robots(config)), 'text/plain; charset=utf-8');
  if (path === '/sitemap.xml')
    return answer(request, response, pack(sitemap(config)), 'application/xml; charset=utf-8');
  return false;
}

/** Where the page is that is asked for by another of its names. */
function otherPathOf(path: string): string | null {
  if (path === '/index' || path === '/index.html') return '/';
  const page = pages.find((name) => path === `/${name}/`);
  return page ? `/${page}` : null;
}

/** The page that says what became of a demo request. */
export async function answerMessage(
  { config }: App,
  request: IncomingMessage,
  response: ServerResponse,
  { status, title, message }: { status: number; title: string; message: string },
): Promise<void> {
  response.statusCode = status;
  response.setHeader('cache-control', 'no-store');
  const page = await readFile(`${dist}pages/message.html`, 'utf8').catch(() => landingMarkers.message);
  answer(request, response, pack(fill(page, config, { title, message })), html);
}

type Packed = { plain: Buffer; br: Buffer; gzip: Buffer; etag: string };

const packed = new Map<string, { modified: number; page: Packed }>();

async function answerFile(
  config: Config,
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
): Promise<boolean> {
  const found = await stat(`${dist}${file}`).catch(() => null);
  if (!found) return false;
  const key = `${config.BASE_URL} ${file}`;
  let known = packed.get(key);
  if (known?.modified !== found.mtimeMs) {
    const page = pack(fill(await readFile(`${dist}${file}`, 'utf8'), config));
    known = { modified: found.mtimeMs, page };
    packed.set(key, known);
  }
  return answer(request, response, known.page, html);
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { plain, br, gzip, etag }: Packed,
  type: string,
): boolean {
  response.setHeader('content-type', type);
  // Asked for again each time, and sent again only when it has changed: signing in changes it.
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-cache');
  response.setHeader('vary', 'accept-encoding, cookie');
  if (response.statusCode === 200) {
    response.setHeader('etag', etag);
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return true;
    }
  }
  const encoding = encodingFor(request);
  if (encoding) response.setHeader('content-encoding', encoding);
  const body = encoding === 'br' ? br : encoding === 'gzip' ? gzip : plain;
  response.setHeader('content-length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}

function pack(text: string): Packed {
  const plain = Buffer.from(text);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`;
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { plain, br, gzip: gzipSync(plain), etag };
}

function fill(page: string, config: Config, words: { title?: string; message?: string } = {}): string {
  const values: Record<LandingMarker, string> = {
    baseUrl: config.BASE_URL,
    email: config.CONTACT_EMAIL,
    phone: config.CONTACT_WHATSAPP,
    phoneDigits: config.CONTACT_WHATSAPP.replaceAll(/\D/g, ''),
    year: String(config.COPYRIGHT_YEAR),
    title: words.title ?? '',
    message: words.message ?? '',
  };
  return Object.entries(landingMarkers).reduce(
    (filled, [name, marker]) => filled.replaceAll(marker, escapeHtml(values[name as LandingMarker])),
    page,
  );
}

function robots({ BASE_URL }: Config): string {
  return `User-agent: *\nDisallow: /dashboard\nDisallow: /api/\nSitemap: ${BASE_URL}/sitemap.xml\n`;
}

function sitemap({ BASE_URL }: Config): string {
  const urls = ['/', '/login', ...pages.map((page) => `/${page}`)];
  const entries = urls.map((url) => `<url><loc>${escapeHtml(BASE_URL + url)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}
