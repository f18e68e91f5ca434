import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A letter as it came over the wire, and what a mail program would make of it. */
type Received = {
  from: string;
  to: string[];
  raw: string;
  subject: string;
  text: string;
  html: string;
};

export type SmtpSink = {
  url: string;
  letters: Received[];
  /** The next letter to an address, or the one that is there already; fails after a while. */
  letterTo(address: string, nth?: number): Promise<Received>;
  close(): Promise<void>;
};

/** A mail server that speaks SMTP on a socket, accepts everything and delivers nothing. */
export async function openSmtpSink(): Promise<SmtpSink> {
  const letters: Received[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, (letter) => letters.push(letter));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    letterTo: async (address, nth = 0) => {
      for (const until = Date.now() + 20_000; Date.now() < until;) {
        const found = letters.filter(({ to }) => to.includes(address))[nth];
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`no letter to ${address}`);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, deliver: (letter: Received) => void): void {
  let buffer = '';
  let from = '';
  let to: string[] = [];
  let isData = false;
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.write('220 sink ESMTP\r\n');
  socket.on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        deliver({ from, to, ...parse(part.replaceAll('\r\n..', '\r\n.')) });
        socket.write('250 kept\r\n');
      } else answer(part);
    }
  });

  function answer(line: string): void {
    const command = line.slice(0, 4).toUpperCase();
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (command === 'MAIL') [from, to] = [address, []];
    if (command === 'RCPT') to.push(address);
    if (command === 'DATA') isData = true;
    const replies: Record<string, string> = {
      EHLO: '250 sink',
      HELO: '250 sink',
      DATA: '354 go on',
      QUIT: '221 bye',
    };
    socket.write(`${replies[command] ?? '250 ok'}\r\n`);
    if (command === 'QUIT') socket.end();
  }
}

function parse(raw: string): Pick<Received, 'raw' | 'subject' | 'text' | 'html'> {
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="?([^";\r\n]+)"?/.exec(headers)?.[1];
  const parts = boundary ? raw.split(`--${boundary}`) : [raw];
  const body = (type: string) => {
    const part = parts.find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? '';
    const at = part.indexOf('\r\n\r\n');
    return decode(part.slice(at + 4), /content-transfer-encoding: (\S+)/i.exec(part.slice(0, at))?.[1] ?? '');
  };
  return {
    raw,
    subject: /^subject: (.*)$/im.exec(headers)?.[1] ?? '',
    text: body('text/plain'),
    html: body('text/html'),
  };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
