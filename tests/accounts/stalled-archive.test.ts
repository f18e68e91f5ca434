import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { join, useFrontDoor } from './front-door.ts';

const door = useFrontDoor();

it('an archive whose download stands still keeps its owner from no other', async () => {
  const { visitor } = await join(door);
  const { profileId, organization } = (await visitor.get('/api/session')).body as {
    profileId: string;
    organization: { id: string };
  };
  // More than lies between two machines on its way, so that the sender has to wait.
  const inquiry = () => ({ fullName: 'Lea', availabilityNotes: randomBytes(1500).toString('base64') });
  for (let batch = 0; batch < 20; batch++)
    await door.app.database.inTenant({ profileId, organizationId: organization.id }, (db) =>
      db
        .insertInto('inquiries')
        .values(Array.from({ length: 400 }, inquiry))
        .execute(),
    );
  const { hostname, port } = new URL(door.url);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const stalled = connect(Number(port), hostname);
  stalled.on('error', () => {});
  stalled.write(`GET /api/archive HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
  await new Promise((resolve) => stalled.once('data', resolve));
  stalled.pause();
  try {
    expect((await visitor.get('/api/archive')).status).toBe(200);
  } finally {
    stalled.destroy();
  }
}, 60_000);
