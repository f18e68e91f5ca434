import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { App } from '#server/app.ts';
import { encodingFor } from '#server/json-http.ts';
import { pathOf } from '#server/request-checks.ts';
import { pageHeaders } from '#server/security-headers.ts';

const root = fileURLToPath(new URL('../../dist/', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/** The built app and its assets. An address that is no file is the app's to route. */
export async function answerStatic(
  _: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = decodedPath(request);
  if (path === null) return false;
  const file = await chooseFile(path);
  if (!file) return false;
  const isAsset = file.startsWith(join(root, 'assets/'));
  const encoding = encodingFor(request);
  const packed = `${file}.${encoding === 'gzip' ? 'gz' : encoding}`;
  const isPacked = encoding !== null && (await isFile(packed));
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('vary', 'accept-encoding');
  if (isAsset) for (const name of pageHeaders) response.removeHeader(name);
  if (isPacked) response.setHeader('content-encoding', encoding);
  const served = isPacked ? packed : file;
  response.setHeader('content-length', (await stat(served)).size);
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(served), response).catch(() => response.destroy());
  return true;
}

function decodedPath(request: IncomingMessage): string | null {
  try {
    const path = normalize(decodeURIComponent(pathOf(request)));
    return path.includes('\0') || path.startsWith('..') ? null : path;
  } catch {
    return null;
  }
}

async function chooseFile(path: string): Promise<string | null> {
  const type = extname(path);
  // The other pages are templates, packed or not: public-pages.ts serves them with this installation's words.
  const isServed = type === '.html' ? path === '/app.html' : type in types;
  if (type) return isServed ? await firstFile(path) : null;
  // Each route has its own shell: /dashboard/class-roster/<id> finds shells/dashboard/class-roster.html.
  const [, top = '', page = ''] = path.split('/');
  const shells = [`shells/${top}/${page}.html`, `shells/${top}.html`];
  return await firstFile(...shells, 'app.html');
}

async function firstFile(...names: string[]): Promise<string | null> {
  for (const name of names) {
    const file = join(root, name);
    if (name && file.startsWith(root) && (await isFile(file))) return file;
  }
  return null;
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ?? false;
}
