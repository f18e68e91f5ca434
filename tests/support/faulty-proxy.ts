import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What befalls the next request to a path: it never arrives, or the server dies before it could do it, while it does
 * it, or after it did it and before it could say so.
 */
export type Fate = 'lost' | 'dies before' | 'dies meanwhile' | 'dies after';

export type FaultyProxy = {
  url: string;
  /** Where the server is. */
  target: string;
  /** The fate of requests to a path that ends so; null lets everything pass again. */
  curse: { path: string; fate: Fate; kill: () => Promise<void> } | null;
  /** Text added to a file on its way, as a new version of it would differ. */
  rewrites: Map<string, string>;
  /** How many files were sent so. */
  rewritten: number;
  close(): Promise<void>;
};

/** Stands between a browser and a server, for what a network and a dying server do. */
export async function openFaultyProxy(): Promise<FaultyProxy> {
  const proxy: FaultyProxy = {
    url: '',
    target: '',
    curse: null,
    rewrites: new Map(),
    rewritten: 0,
    close: async () => {},
  };
  const server = createServer((request, response) => void answer(proxy, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return proxy;
}

async function answer(proxy: FaultyProxy, request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? '/';
  const curse = proxy.curse && path.endsWith(proxy.curse.path) ? proxy.curse : null;
  if (curse && curse.fate !== 'lost') proxy.curse = null;
  if (curse?.fate === 'dies before') await curse.kill();
  if (curse?.fate === 'lost' || curse?.fate === 'dies before') return void response.destroy();
  const addition = proxy.rewrites.get(path);
  const headers = { ...request.headers, ...(addition ? { 'accept-encoding': 'identity' } : {}) };
  // A line of its own: one kept open may be closed by the server just as it is used again.
  const options = { method: request.method ?? 'GET', headers, agent: false };
  const asked = forward(proxy.target + path, options, (given) => {
    given.once('error', () => response.destroy());
    if (curse) return void curse.kill().then(() => response.destroy());
    const { 'content-length': length, ...others } = given.headers;
    response.writeHead(given.statusCode ?? 502, addition || length === undefined ? others : given.headers);
    if (!addition) return void given.pipe(response);
    given.pipe(response, { end: false });
    proxy.rewritten += 1;
    given.once('end', () => response.end(addition));
  });
  asked.once('error', () => response.destroy());
  response.once('close', () => asked.destroy());
  request.pipe(asked);
  if (curse?.fate === 'dies meanwhile') request.once('end', () => void curse.kill());
}
