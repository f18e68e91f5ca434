import { connect, type Socket } from 'node:net';
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
