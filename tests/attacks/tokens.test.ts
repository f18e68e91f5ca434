import { createHmac } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signToken } from '#platform/caller.ts';
import { listOperations, type Operation } from '#tests/support/operations.ts';
import { openAttackedServer, type AttackedServer } from './attacked-server.ts';
import { openAttacker, signed, type Attacker } from './duel.ts';
import { openSession } from './furnished-studio.ts';
import { apiRequest, getting, rightInput } from './requests.ts';

// Signs of having signed in that are none, or no longer.

const isFull = process.env['ATTACKS'] === 'all';
const openToEveryone = ['auth.session', 'auth.providers', 'auth.twoStep.isAwaited', 'auth.twoStep.take'];
/** A remembered caller is forgotten within a second; a loaded machine takes its time to say so. */
const soon = { timeout: 20_000, interval: 100 };

let server: AttackedServer;
let operations: Operation[];
let studio: Attacker;
let owner: string;

beforeAll(async () => {
  server = await openAttackedServer();
  studio = await openAttacker(server);
  owner = studio.tokens.get('owner') ?? '';
  operations = (await listOperations()).filter(({ operationId }) => !openToEveryone.includes(operationId));
});
afterAll(() => server.close());

describe('a call', () => {
  it('with a made-up, altered, expired or ended session is refused by every operation', async () => {
    const accepted: string[] = [];
    const forged = Object.entries(await forgedCredentials());
    let calls = 0;
    for (const operation of operations.filter((_, nth) => isFull || nth % 9 === 0))
      for (const [name, headers] of forged) {
        const request = apiRequest(operation, rightInput(operation, studio.things));
        const { status, text } = await server.send({
          ...request,
          headers: { ...request.headers, ...headers },
        });
        calls += 1;
        if (status !== 401 || !text.includes('Not authenticated!'))
          accepted.push(`${operation.operationId} with ${name}: ${status} ${text}`);
      }
    console.log(`${calls} calls with a session that is none`);
    expect(accepted).toEqual([]);
    expect(calls).toBeGreaterThan(isFull ? 1500 : 150);
  }, 600_000);

  it('with a session that ends, expires, changes its role or its studio counts for that at once', async () => {
    const { database } = server.past;
    const { owner: other, admin } = await server.past.studio({ name: 'Other School' });
    const session = await openSession(server.past, admin, 'hers');
    const team = async () => (await server.send(signed(getting('/api/team'), session.token))).status;
    const studioName = async () =>
      (await server.send(signed(getting('/api/organization'), session.token))).text;
    expect(await team()).toBe(200);
    await database.inTenant(other, (db) =>
      db.updateTable('profiles').set({ role: 'staff' }).where('id', '=', admin.profileId).execute(),
    );
    await vi.waitFor(async () => expect(await team()).toBe(403), soon);
    await database.pool.query(
      'update auth.membership set organization_id = $2, profile_id = $3 where user_id = $1',
      [admin.userId, studio.things.organization, studio.things.member],
    );
    await vi.waitFor(async () => expect(await studioName()).toContain('own studio'), soon);
    await database.pool.query(`update auth.session set expires_at = now() where id = $1`, [session.id]);
    await vi.waitFor(async () => expect(await team()).toBe(401), soon);
    const removed = await openSession(server.past, admin, 'hers again');
    const status = async () => (await server.send(signed(getting('/api/profile'), removed.token))).status;
    expect(await status()).toBe(200);
    await database.pool.query('delete from auth.user where id = $1', [admin.userId]);
    await vi.waitFor(async () => expect(await status()).toBe(401), soon);
  });

  it('with a session that ended or changed its studio is told of no change any more, not even where', async () => {
    const { database } = server.past;
    const { owner: other, admin, staff } = await server.past.studio({ name: 'Other School' });
    const ended = await openSession(server.past, admin, 'hers');
    const moved = await openSession(server.past, staff, 'his');
    const streams = await Promise.all([ended, moved].map(({ token }) => listen(token)));
    await database.pool.query('delete from auth.session where id = $1', [ended.id]);
    await database.pool.query(
      'update auth.membership set organization_id = $2, profile_id = $3 where user_id = $1',
      [staff.userId, studio.things.organization, studio.things.spareStudent],
    );
    // As long as a caller is remembered.
    await wait(1100);
    await other.api.catalog.classrooms.create({ name: 'Not for them' });
    for (const { heard, isOver } of streams) {
      await vi.waitFor(() => expect(isOver()).toBe(true), soon);
      expect(heard()).not.toContain('classrooms');
    }
  });
});

type Stream = { heard: () => string; isOver: () => boolean };

async function listen(token: string): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}/live`, { agent: false, headers }, resolve).once('error', reject);
  });
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => (text += part));
  await vi.waitFor(() => expect(text).toContain('event: ready'), soon);
  return { heard: () => text, isOver: () => response.complete };
}

/** Headers that look like a session of the owner's. */
async function forgedCredentials(): Promise<Record<string, Record<string, string>>> {
  const { pool } = server.past.database;
  const { rows } = await pool.query<{ userId: string }>(
    'select user_id as "userId" from auth.session where token = $1',
    [owner],
  );
  const [user] = rows;
  if (!user) throw new Error('the owner is not signed in');
  const expired = await openSession(server.past, user, 'expired');
  const ended = await openSession(server.past, user, 'ended');
  await pool.query(`update auth.session set expires_at = now() - interval '1 second' where id = $1`, [
    expired.id,
  ]);
  await pool.query('delete from auth.session where id = $1', [ended.id]);
  const cookie = (value: string) => ({ cookie: `barre.session_token=${value}` });
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
  const foreignSignature = createHmac('sha256', 'another secret, also long enough')
    .update(owner)
    .digest('base64');
  return {
    nothing: {},
    'an empty token': { authorization: 'Bearer ' },
    'a made-up token': bearer('x'.repeat(32)),
    'an expired token': bearer(expired.token),
    'an ended token': bearer(ended.token),
    'an expired cookie': cookie(signToken(expired.token, server.app.secrets[0])),
    'an ended cookie': cookie(signToken(ended.token, server.app.secrets[0])),
    'the id of a session': bearer(studio.things.session),
    'the id of a user': bearer(studio.things.user),
    'another scheme': { authorization: `Basic ${Buffer.from(`${owner}:`).toString('base64')}` },
    'the token without a scheme': { authorization: owner },
    'a token with more behind it': bearer(`${owner}x`),
    'a token in capitals': bearer(owner.toUpperCase()),
    'a signed token as a bearer': bearer(signToken(owner, server.app.secrets[0])),
    'a claim that is signed by nobody': bearer(unsignedClaim(user.userId)),
    'an unsigned cookie': cookie(owner),
    'a cookie signed with another secret': cookie(encodeURIComponent(`${owner}.${foreignSignature}`)),
    'a cookie with the signature of another': cookie(
      signToken(ended.token, server.app.secrets[0]).replace(ended.token, owner),
    ),
    'a quote in a token': bearer(`'||(select/**/token/**/from/**/auth.session/**/limit/**/1)||'`),
  };
}

function unsignedClaim(userId: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: userId, role: 'owner' })}.`;
}
