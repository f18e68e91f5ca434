import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request with this header is done, and its answer is lost on the way back. */
export const loseAnswer = { 'x-lose-answer': 'yes' };

export type LosingProxy = { url: string; lost: number; close(): Promise<void> };

/** Stands between people and the app at `target`, and loses the answers it is told to. */
export async function openLosingProxy(target: string): Promise<LosingProxy> {
  const proxy: LosingProxy = { url: '', lost: 0, close: async () => {} };
  const server = createServer((request, response) => pass(proxy, target, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return proxy;
}

function pass(proxy: LosingProxy, target: string, request: IncomingMessage, response: ServerResponse) {
  const { 'x-lose-answer': isLost, ...others } = request.headers;
  // The app sees its own address, as behind a real proxy that keeps the name people type.
  const headers = { ...others, host: new URL(target).host, origin: target };
  const options = { method: request.method ?? 'GET', headers };
  const asked = forward(target + (request.url ?? '/'), options, (answer) => {
    if (isLost) {
      proxy.lost += 1;
      answer.resume();
      return void response.destroy();
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  asked.once('error', () => response.destroy());
  request.pipe(asked);
}
