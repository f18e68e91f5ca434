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

/** A session of somebody that has been used for a day. */
async function openSession({ userId }: Actor): Promise<string> {
  const token = randomUUID();
  await sql`insert into auth.session (token, user_id, expires_at) values (${token}, ${userId}, now() + interval '29 days')`.execute(
    app.database.db,
  );
  return token;
}

describe('the session cookie', () => {
  it.each([
    { name: 'barre.session_token', isSecure: false },
    { name: '__Secure-barre.session_token', isSecure: true },
  ])('rolls on under the name it came by: $name', async ({ name, isSecure }) => {
    const { owner } = await app.studio();
    const token = await openSession(owner);
    const caller = await queryCaller(app.database, token);
    if (!caller) throw new Error('the session was just opened');
    const cookie = `barre.browser=1; ${name}=${signToken(token, secret)}`;
    const renewed = await renewSession(app.database, { cookie }, caller, secret);
    expect(renewed?.startsWith(`${name}=`)).toBe(true);
    expect(renewed?.includes('; Secure')).toBe(isSecure);
  });

  it('does not come back to who signed out while it rolled on', async () => {
    const { owner } = await app.studio();
    const token = await openSession(owner);
    const caller = await queryCaller(app.database, token);
    if (!caller) throw new Error('the session was just opened');
    await sql`delete from auth.session where token = ${token}`.execute(app.database.db);
    const cookie = `barre.session_token=${signToken(token, secret)}`;
    expect(await renewSession(app.database, { cookie }, caller, secret)).toBe(null);
  });

  it('of https counts before one that was left behind', async () => {
    const { owner } = await app.studio();
    const token = await openSession(owner);
    const findCaller = openCallerLookup(app.database, secret);
    const cookie = `barre.session_token=${signToken('ended', secret)}; __Secure-barre.session_token=${signToken(token, secret)}`;
    expect(await findCaller({ cookie })).toMatchObject({ profileId: owner.profileId });
  });

  it('is kept from the account library once its session has ended by the clock of the database', async () => {
    const { owner } = await app.studio();
    const [live, ended] = [await openSession(owner), await openSession(owner)];
    await sql`update auth.session set expires_at = now() - interval '1 second' where token = ${ended}`.execute(
      app.database.db,
    );
    const findCaller = openCallerLookup(app.database, secret);
    const cookie = (token: string) => `barre.session_token=${signToken(token, secret)}`;
    const sent = `barre.browser=1; ${cookie(ended)}; __Secure-${cookie(live)}`;
    expect(await dropEndedSessions(sent, findCaller)).toBe(`barre.browser=1; __Secure-${cookie(live)}`);
  });
});
