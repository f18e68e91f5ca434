import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { join, password, useFrontDoor } from './front-door.ts';

const door = useFrontDoor();

it('who sends requests that never end, from one address, keeps nobody from signing in or working', async () => {
  const { visitor, email } = await join(door);
  const { hostname, port, origin } = new URL(door.url);
  const sockets = Array.from({ length: 540 }, (_, nth): Socket => {
    const path = nth % 2 ? '/api/auth/sign-out' : '/rpc/catalog/classrooms/create';
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${origin}\r\nX-Forwarded-For: 192.0.2.99\r\n` +
        'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"a":',
    );
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  try {
    expect((await visitor.get('/api/classrooms')).status).toBe(200);
    expect((await visitor.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

it('who is not signed in has nothing long read, kept or waited for', async () => {
  const { hostname, port } = new URL(door.url);
  const before = process.memoryUsage().arrayBuffers;
  const bytes = Buffer.alloc(999_000, 'a');
  const strangers = Array.from({ length: 60 }, (_, nth): Socket => {
    const path = nth % 2 ? '/api/students' : '/rpc/enrollment/enrollStudent';
    const length = nth % 3 ? 'Content-Length: 1000000' : 'Transfer-Encoding: chunked';
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.resume();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
    );
    socket.write(nth % 3 ? bytes : `${bytes.length.toString(16)}\r\n${bytes.toString()}\r\n`);
    return socket;
  });
  try {
    await expect
      .poll(() => strangers.every(({ bytesRead }) => bytesRead > 0), { timeout: 10_000 })
      .toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  } finally {
    for (const socket of strangers) socket.destroy();
  }
});

it('what a stranger calls an address keeps nobody else waiting', async () => {
  const { visitor } = await join(door);
  // To write one such name in the letters of addresses takes the square of its length.
  const name = Array.from({ length: 5000 }, (_, nth) => String.fromCodePoint(0xac00 + nth)).join('');
  const fields = Array.from({ length: 64 }, (_, nth) => `u${nth}`);
  const json = Object.fromEntries(fields.map((field) => [field, `http://${name}`]));
  const body = (type: number) => JSON.stringify({ json, meta: fields.map((field) => [type, field]) });
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 20);
  const path = '/rpc/catalog/classrooms/create';
  expect((await door.visitor().post(path, body(4))).status).toBe(401);
  expect((await visitor.post(path, body(4))).status).toBe(400);
  await pause(50);
  clearInterval(beat);
  expect(longest).toBeLessThan(1000);
});
