import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTwoStepKeys } from '#features/auth/two-step-keys.ts';
import { openLog } from '#platform/log.ts';
import { appOf, turnOn } from './authenticator.ts';
import {
  codeByEmail,
  join,
  newAddress,
  parameterIn,
  password,
  signInElsewhere,
  useFrontDoor,
  type Visitor,
} from './front-door.ts';

const door = useFrontDoor({ GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' });

const oldSecret = 'the secret of last year, long enough to sign';
const newSecret = 'the secret of this year, long enough to sign';

// The steps of a change, each a start of a process.
const before = () => door.restart({ AUTH_SECRET: oldSecret });
const announced = () => door.restart({ AUTH_SECRET: oldSecret, AUTH_SECRET_ACCEPTED: newSecret });
const swapped = () => door.restart({ AUTH_SECRET: newSecret, AUTH_SECRET_ACCEPTED: oldSecret });
const dropped = () => door.restart({ AUTH_SECRET: newSecret });

beforeEach(before);

const sessionCookie = 'barre.session_token';

/** Whom a browser is signed in as once it is opened again; null for nobody. */
async function opened(visitor: Visitor): Promise<string | null> {
  return (await visitor.session())?.user.email ?? null;
}

/** What a browser holds, signed with another secret. */
function signWith(secret: string, visitor: Visitor, name: string): void {
  const [value = ''] = decodeURIComponent(visitor.cookies.get(name) ?? '').split(/\.(?=[^.]*$)/);
  const signature = createHmac('sha256', secret).update(value).digest('base64');
  visitor.cookies.set(name, encodeURIComponent(`${value}.${signature}`));
}

describe('a browser that is signed in', () => {
  it('stays so while the secret changes, and after the old one is gone when it was opened in between', async () => {
    const { visitor, email } = await join(door);
    const away = (await signInElsewhere(door, email)).visitor;
    await announced();
    expect(await opened(visitor)).toBe(email);
    await swapped();
    const old = visitor.cookies.get(sessionCookie);
    expect(await opened(visitor)).toBe(email);
    const renewed = visitor.cookies.get(sessionCookie);
    expect(renewed).not.toBe(old);
    // Once, not with every answer.
    expect(await opened(visitor)).toBe(email);
    expect(visitor.cookies.get(sessionCookie)).toBe(renewed);
    await dropped();
    expect(await opened(visitor)).toBe(email);
    expect((await visitor.get('/api/organization')).status).toBe(200);
    expect(await opened(away)).toBeNull();
  });

  it('is signed out by a change at once', async () => {
    const { visitor } = await join(door);
    await dropped();
    expect(await opened(visitor)).toBeNull();
  });

  it('is believed with no secret that is not accepted', async () => {
    const { visitor, email } = await join(door);
    await swapped();
    expect(await opened(visitor)).toBe(email);
    signWith('a secret that nobody here has ever heard of', visitor, sessionCookie);
    expect(await opened(visitor)).toBeNull();
    const changed = { currentPassword: password, newPassword: 'another plié entirely' };
    expect((await visitor.post('/api/auth/change-password', changed)).status).toBe(401);
  });

  it('is served alike by the processes before and after, while they change one after the other', async () => {
    await announced();
    const { visitor, email } = await join(door);
    for (const process of [swapped, announced, swapped, announced, swapped]) {
      await process();
      expect(await opened(visitor)).toBe(email);
      expect((await visitor.get('/api/organization')).status).toBe(200);
    }
    const ofNew = await join(door);
    await announced();
    expect(await opened(ofNew.visitor)).toBe(ofNew.email);
  });

  it('gets no session back that has ended meanwhile', async () => {
    const { visitor } = await join(door);
    const thief = door.visitor();
    thief.cookies.set(sessionCookie, visitor.cookies.get(sessionCookie) ?? '');
    await swapped();
    expect((await visitor.post('/api/auth/sign-out', {})).status).toBe(200);
    expect(await opened(thief)).toBeNull();
    expect((await thief.get('/api/session')).setCookies).toEqual([]);
  });

  it('changes its password, and another sign-in there ends its session', async () => {
    const { visitor, email } = await join(door);
    const again = (await signInElsewhere(door, email)).visitor;
    const replaced = door.visitor();
    replaced.cookies.set(sessionCookie, again.cookies.get(sessionCookie) ?? '');
    await swapped();
    await again.post('/api/auth/sign-in/email', { email, password });
    expect(await opened(replaced)).toBeNull();
    const changed = { currentPassword: password, newPassword: 'another plié entirely' };
    expect((await visitor.post('/api/auth/change-password', changed)).status).toBe(200);
    await dropped();
    expect(await opened(visitor)).toBe(email);
    expect(await opened(again)).toBeNull();
  });

  it('is known for one its owner has used, however many strangers guess', async () => {
    const { visitor, email } = await join(door);
    await visitor.post('/api/auth/sign-out', {});
    await swapped();
    for (let nth = 0; nth < 20; nth++) await signInElsewhere(door, email, `wrong guess ${nth}`);
    expect((await signInElsewhere(door, email)).answer.status).toBe(429);
    expect((await visitor.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  });
});

describe('what is under way', () => {
  it('goes on: a link that confirms an address, and with it the password typed in that browser', async () => {
    const visitor = door.visitor();
    const email = newAddress();
    const signUp = { email, password, name: 'Nell Tendu', organizationName: 'Tendu School', timeZone: 'UTC' };
    await visitor.post('/api/auth/sign-up/email', signUp);
    const token = parameterIn((await door.mail.letterTo(email)).text, 'confirm');
    const [head, payload] = token.split('.');
    const forged = createHmac('sha256', 'a secret that nobody here has ever heard of');
    await swapped();
    for (const wrong of [
      `${head}.${payload}.${forged.update(`${head}.${payload}`).digest('base64url')}`,
      `${head}.${payload}.`,
    ])
      expect((await visitor.post('/api/auth/verify-email', { token: wrong })).status).toBe(401);
    expect((await visitor.post('/api/auth/verify-email', { token })).status).toBe(200);
    expect(await opened(visitor)).toBe(email);
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
  });

  it('goes on: a code, a link to sign in and one for a new password', async () => {
    const { email } = await join(door);
    const [byCode, byLink] = [door.visitor(), door.visitor()];
    const { request, token } = await codeByEmail(door, byCode, email);
    await byLink.post('/api/auth/sign-in/magic-link', { email });
    const link = parameterIn((await door.mail.letterTo(email, 2)).text, 'token');
    await door.visitor().post('/api/auth/request-password-reset', { email });
    const reset = parameterIn((await door.mail.letterTo(email, 3)).text, 'token');
    await swapped();
    const wrong = { request, token: token === '000000' ? '000001' : '000000' };
    expect((await byCode.post('/api/auth/one-time-code/verify', wrong)).status).toBe(400);
    expect((await byCode.post('/api/auth/one-time-code/verify', { request, token })).status).toBe(200);
    expect((await byLink.post('/api/auth/magic-link/verify', { token: link })).status).toBe(200);
    for (const visitor of [byCode, byLink]) expect(await opened(visitor)).toBe(email);
    const renewed = { token: reset, newPassword: 'another plié entirely' };
    expect((await door.visitor().post('/api/auth/reset-password', renewed)).status).toBe(200);
  });

  it('goes on: a sign-in at another company, whose answer is believed in that browser alone', async () => {
    const visitor = door.visitor();
    const { body } = await visitor.post('/api/auth/sign-in/social', { provider: 'github' });
    const { searchParams } = new URL((body as { url: string }).url);
    const answer = `/api/auth/callback/github?error=access_denied&state=${searchParams.get('state')}`;
    await swapped();
    expect((await door.visitor().get(answer)).location).toContain('error=state');
    expect((await visitor.get(answer)).location).toContain('error=access_denied');
  });
});

describe('two steps', () => {
  const takeStep = async (visitor: Visitor, code = '') =>
    (await visitor.post('/api/two-step/take', { code })).status;

  it('are taken by app and by recovery code while the secret changes and after the old one is gone', async () => {
    const { visitor, email } = await join(door);
    const { secret, recoveryCodes } = await turnOn(visitor);
    for (const process of [swapped, dropped]) {
      await process();
      // The code of the half minute in which it was turned on works again.
      await door.app.database.pool.query('update auth.two_step set last_used = 0');
      for (const code of [await appOf(secret).first(), recoveryCodes.pop()]) {
        const half = (await signInElsewhere(door, email)).visitor;
        expect(await takeStep(half, code)).toBe(200);
        expect(await opened(half)).toBe(email);
        const again = (await signInElsewhere(door, email)).visitor;
        expect(await takeStep(again, code)).toBe(400);
      }
    }
  });

  it('are kept by who did not come by while both secrets were accepted', async () => {
    const { visitor, email } = await join(door);
    const { recoveryCodes } = await turnOn(visitor);
    await swapped();
    await dropped();
    const half = (await signInElsewhere(door, email)).visitor;
    expect(await takeStep(half, recoveryCodes[0])).toBe(200);
  });

  it('take a recovery code as it was kept when the secret itself was the key of its hash', async () => {
    const { visitor, email } = await join(door);
    await turnOn(visitor);
    const { pool } = door.app.database;
    const { rows } = await pool.query<{ id: string }>('select id from auth.user where email = $1', [email]);
    const [{ id } = { id: '' }] = rows;
    const hash = createHmac('sha256', oldSecret).update(`recovery:${id}:abcdefghjkmn`).digest('base64url');
    await pool.query('update auth.two_step set recovery_hashes = $1 where user_id = $2', [[hash], id]);
    await swapped();
    const half = (await signInElsewhere(door, email)).visitor;
    expect(await takeStep(half, 'abcdef-ghjkmn')).toBe(200);
  });

  it('are counted in the log where no secret can read their keys, before anybody is shut out', async () => {
    const { visitor } = await join(door);
    await turnOn(visitor);
    const lines: string[] = [];
    const log = openLog('error', { write: (line) => void lines.push(line) });
    const { database } = door.app;
    const { encryptAnew } = openTwoStepKeys({ database, secrets: ['another secret entirely'], log });
    await encryptAnew();
    const { rowCount } = await database.pool.query('select from auth.two_step');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ logins: rowCount, msg: expect.stringContaining('AUTH_SECRET_ACCEPTED') }),
    ]);
    await swapped();
    await openTwoStepKeys({ database, secrets: [newSecret], log }).encryptAnew();
    expect(lines).toHaveLength(1);
  });

  it('can be turned on in the middle of it', async () => {
    await announced();
    const { visitor } = await join(door);
    const begun = await visitor.post('/api/two-step/begin', {});
    const { secret } = begun.body as { secret: string };
    await swapped();
    const code = await appOf(secret).next();
    expect((await visitor.post('/api/two-step/turn-on', { code })).status).toBe(200);
  });
});
