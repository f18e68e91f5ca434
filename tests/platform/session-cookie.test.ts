import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  dropEndedSessions,
  openCallerLookup,
  queryCaller,
  renewSession,
  signToken,
} from '#platform/caller.ts';
import { useTestApp, type Actor } from '../support/test-app.ts';

const app = useTestApp();
const secret = 'a secret only these tests know, long enough';
const keys = { baseUrl: 'https://studio.test', secrets: [secret] as const };

/** A session of somebody who signed in some days ago and last used it yesterday. */
async function openSession({ userId }: Actor, daysAgo = 1): Promise<string> {
  const token = randomUUID();
  await sql`insert into auth.session (token, user_id, expires_at, created_at, updated_at)
    values (${token}, ${userId}, now() + interval '29 days', now() - make_interval(days => ${daysAgo}), now() - interval '1 day')`.execute(
    app.database.db,
  );
  return token;
}

async function daysLeft(token: string): Promise<number | undefined> {
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from expires_at - now()) / 86400 as days from auth.session where token = ${token}`.execute(
    app.database.db,
  );
  return rows[0] && Math.round(rows[0].days);
}

describe('the session cookie', () => {
  it.each([
    { name: 'barre.session_token', baseUrl: 'http://studio.test', isSecure: false },
    { name: '__Host-barre.session_token', baseUrl: 'https://studio.test', isSecure: true },
  ])('rolls on at $baseUrl, and under no other name', async ({ name, baseUrl, isSecure }) => {
    const { owner } = await app.studio();
    const token = await openSession(owner);
    const caller = await queryCaller(app.database, token);
    if (!caller) throw new Error('the session was just opened');
    const renew = (cookie: string) =>
      renewSession(app.database, { cookie }, caller, { baseUrl, secrets: [secret] });
    expect(await renew(`other-${name}=${signToken(token, secret)}`)).toBe(null);
    expect(await renew(`barre.browser=1; ${name}=${signToken(token, secret)}`)).toMatch(
      new RegExp(`^${name}=.*${isSecure ? 'Secure' : 'Lax'}$`),
    );
  });

  it('does not come back to who signed out while it rolled on', async () => {
    const { owner } = await app.studio();
    const token = await openSession(owner);
    const caller = await queryCaller(app.database, token);
    if (!caller) throw new Error('the session was just opened');
    await sql`delete from auth.session where token = ${token}`.execute(app.database.db);
    const cookie = `__Host-barre.session_token=${signToken(token, secret)}`;
    expect(await renewSession(app.database, { cookie }, caller, keys)).toBe(null);
  });

  it('rolls on to the ninetieth day after the sign-in, and to none after it', async () => {
    const { owner } = await app.studio();
    const left: (number | undefined)[] = [];
    for (const daysAgo of [1, 59, 61, 89]) {
      const token = await openSession(owner, daysAgo);
      const caller = await queryCaller(app.database, token);
      if (!caller) throw new Error('the session has not ended yet');
      const cookie = `__Host-barre.session_token=${signToken(token, secret)}`;
      expect(await renewSession(app.database, { cookie }, caller, keys)).not.toBe(null);
      expect(await renewSession(app.database, { cookie }, caller, keys), 'within the hour').toBe(null);
      left.push(await daysLeft(token));
    }
    expect(left).toEqual([30, 30, 29, 1]);
  });

  it('opens nothing ninety days after the sign-in, whatever end was written for it', async () => {
    const { owner } = await app.studio();
    const token = await openSession(owner, 91);
    await sql`update auth.session set expires_at = now() + interval '30 days', created_at = now() where token = ${token}`.execute(
      app.database.db,
    );
    const findCaller = openCallerLookup(app.database, keys);
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `__Host-barre.session_token=${signToken(token, secret)}` },
    ])
      expect(await findCaller(headers)).toBe(null);
    const sent = `__Host-barre.session_token=${signToken(token, secret)}`;
    expect(await dropEndedSessions(sent, findCaller, keys.baseUrl)).toBe('');
  });

  it('begins when it is made, however far ahead the clock of a machine is', async () => {
    const { owner } = await app.studio();
    const token = await openSession(owner, -365);
    await sql`update auth.session set expires_at = now() + interval '395 days' where token = ${token}`.execute(
      app.database.db,
    );
    expect(await daysLeft(token)).toBe(90);
  });

  it('is believed over https by the name that no other host can set, and by no other', async () => {
    const { owner } = await app.studio();
    const token = await openSession(owner);
    const findCaller = openCallerLookup(app.database, keys);
    for (const name of ['barre.session_token', '__Secure-barre.session_token'])
      expect(await findCaller({ cookie: `${name}=${signToken(token, secret)}` })).toBe(null);
    const cookie = `barre.session_token=${signToken('planted', secret)}; __Host-barre.session_token=${signToken(token, secret)}`;
    expect(await findCaller({ cookie })).toMatchObject({ profileId: owner.profileId });
  });

  it('is kept from the account library once its session has ended by the clock of the database', async () => {
    const { owner } = await app.studio();
    const [live, ended] = [await openSession(owner), await openSession(owner)];
    await sql`update auth.session set expires_at = now() - interval '1 second' where token = ${ended}`.execute(
      app.database.db,
    );
    const findCaller = openCallerLookup(app.database, keys);
    const cookie = (token: string) => `__Host-barre.session_token=${signToken(token, secret)}`;
    const drop = (sent: string) => dropEndedSessions(sent, findCaller, keys.baseUrl);
    expect(await drop(`barre.browser=1; ${cookie(ended)}`)).toBe('barre.browser=1');
    expect(await drop(`barre.browser=1; ${cookie(live)}`)).toBe(`barre.browser=1; ${cookie(live)}`);
  });
});
