import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** A port known before anything answers on it, which nobody else is given meanwhile: `server.listen(holder)` takes it over. */
export async function holdPort(): Promise<{ port: number; holder: Server }> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return { port: (holder.address() as AddressInfo).port, holder };
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const { port, holder } = await holdPort();
  await new Promise((resolve) => holder.close(resolve));
  return port;
}
