import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between the app and a server, asks of the app what a pooler in transaction mode asks, and can spoil a commit. */
export type StrictPooler = {
  url: string;
  /** What such a pooler would have refused or mixed up. */
  complaints: string[];
  /** How the next commits end: told to the app, told with the notice that no standby has it, or never told. */
  commits: 'told' | 'unreplicated' | 'cut';
  /** Lets every connection there is fall silent without ending it; later ones are well. */
  silence(): void;
  close(): Promise<void>;
};

const startupSettings = new Set(['user', 'database', 'client_encoding', 'application_name']);
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');

export async function openStrictPooler(target: string): Promise<StrictPooler> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const read = frontendReader(pooler.complaints);
    client.on('data', (chunk: Buffer) => {
      read(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => answer(pooler, client, chunk));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const pooler: StrictPooler = {
    url: url.href,
    complaints: [],
    commits: 'told',
    silence: () => sockets.forEach((socket) => socket.pause()),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return pooler;
}

function answer(pooler: StrictPooler, client: Socket, chunk: Buffer): void {
  const at = chunk.indexOf(committed);
  if (at < 0 || pooler.commits === 'told') return void client.write(chunk);
  if (pooler.commits === 'cut') return void client.destroy();
  client.write(Buffer.concat([chunk.subarray(0, at), unreplicatedNotice(), chunk.subarray(at)]));
}

/** What a server says that stops waiting for its standby, as it stands in the protocol. */
function unreplicatedNotice(): Buffer {
  const fields = ['SWARNING', 'C01000', 'Mcanceling wait for synchronous replication', 'RSyncRepWaitForLSN'];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.from('N\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Reads what the app sends, message by message, however it is cut into packets. */
function frontendReader(complaints: string[]): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const type = hasStarted ? 1 : 0;
      if (rest.length < type + 4) return;
      const length = type + rest.readInt32BE(type);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      complaints.push(...(hasStarted ? namesIn(message) : unknownSettings(message)));
      hasStarted = true;
    }
  };
}

function unknownSettings(startup: Buffer): string[] {
  const words = startup.toString('utf8', 8).split('\0');
  return words.filter((word, nth) => nth % 2 === 0 && word && !startupSettings.has(word));
}

function namesIn(message: Buffer): string[] {
  const words = message.toString('utf8', 5).split('\0');
  const kind = String.fromCharCode(message[0] ?? 0);
  const name = kind === 'P' ? words[0] : kind === 'B' ? words[1] : '';
  return name ? [`${kind} ${name}`] : [];
}
