import { createServer, type AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { useFrontDoor } from './front-door.ts';

const silent = createServer((socket) => {
  socket.on('error', () => {});
  socket.write('220 a server that says no more\r\n');
});
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
afterAll(() => silent.close());
const { port } = silent.address() as AddressInfo;
const contact = 'sales@barre.test';
const door = useFrontDoor({ SMTP_URL: `smtp://127.0.0.1:${port}`, CONTACT_EMAIL: contact });

it('who asks for a demo is told in time where else to write, though the mail server says nothing', async () => {
  const fields = new URLSearchParams({ name: 'Una Mambo', email: 'una@studio.test' });
  const began = performance.now();
  const answer = await door.visitor().post('/demo-request', fields);
  expect(answer.status).toBe(503);
  expect(answer.text).toContain(`Please write to ${contact}.`);
  expect(performance.now() - began).toBeLessThan(16_000);
}, 40_000);
