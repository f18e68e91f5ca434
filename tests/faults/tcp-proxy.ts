import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between the app and its database, for what a network does. */
export type TcpProxy = {
  port: number;
  /** Added to each packet, both ways together. */
  delayMs: number;
  /** Whether all that arrives is swallowed, and new connections get no answer. */
  isSilent: boolean;
  /** Called with how many packets the app has sent, before the next one passes. */
  onPacket: ((sent: number) => void) | null;
  /** Breaks every connection. */
  reset(): void;
  close(): Promise<void>;
};

export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let sent = 0;
  const proxy: TcpProxy = {
    port: 0,
    delayMs: 0,
    isSilent: false,
    onPacket: null,
    reset: () => sockets.forEach((socket) => socket.resetAndDestroy()),
    close: async () => {
      proxy.reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    }
    pass(proxy, near, far, () => proxy.onPacket?.((sent += 1)));
    pass(proxy, far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

/** Hands on what `from` says, in its order, each packet after the delay that holds when it comes. */
function pass(proxy: TcpProxy, from: Socket, to: Socket, count = () => {}) {
  let line: Promise<void> = Promise.resolve();
  const inLine = (work: () => void) => {
    const delay = proxy.delayMs / 2;
    const due = delay > 0 ? new Promise<void>((resolve) => setTimeout(resolve, delay)) : undefined;
    line = line.then(() => due).then(work);
  };
  from.on('data', (packet) => {
    if (proxy.isSilent) return;
    count();
    inLine(() => void (to.destroyed || to.write(packet)));
  });
  from.on('end', () => inLine(() => to.end()));
  from.once('close', () => inLine(() => to.destroySoon()));
}
