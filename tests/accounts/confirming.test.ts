import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  newAddress,
  parameterIn,
  password,
  signInElsewhere,
  useFrontDoor,
  type Visitor,
} from './front-door.ts';

const door = useFrontDoor();
afterEach(() => vi.useRealTimers());
const strangersPassword = 'arabesque at dawn';
const refused = { status: 403, body: { code: 'PASSWORD_NEEDED' } };

describe('the link that confirms an address', () => {
  it('keeps the password of the browser it was typed in', async () => {
    const email = newAddress('nell');
    const visitor = door.visitor();
    await signUp(visitor, email);
    await confirm(visitor, email);
    expect(await waysOf(visitor)).toMatchObject({ hasPassword: true });
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
  });

  it('opens nothing of a stranger who signed up first, also to the owner who signs up too', async () => {
    const email = newAddress('owner');
    await signUp(door.visitor(), email, strangersPassword);
    const owner = door.visitor();
    expect((await signUp(owner, email)).body).toMatchObject({ isSignedIn: false });
    expect(await confirm(owner, email)).toMatchObject(refused);
    expect(await owner.session()).toBeNull();
    const { answer } = await signInElsewhere(door, email, strangersPassword);
    expect(answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    // Their own mailbox gives it to them.
    await owner.post('/api/auth/request-password-reset', { email });
    const token = parameterIn((await door.mail.letterTo(email, 3)).text, 'token');
    await owner.post('/api/auth/reset-password', { newPassword: password, token });
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
    expect((await signInElsewhere(door, email, strangersPassword)).answer.status).toBe(401);
  });

  it('asks on another device for the password, and for no other letter', async () => {
    const email = newAddress('otis');
    await signUp(door.visitor(), email);
    const phone = door.visitor();
    expect(await confirm(phone, email)).toMatchObject(refused);
    const callbackURL = `/login?confirm=${await linkFor(email)}`;
    const typed = (secret: string) =>
      phone.post('/api/auth/sign-in/email', { email, password: secret, callbackURL });
    expect((await typed(strangersPassword)).status).toBe(401);
    expect(await confirm(phone, email)).toMatchObject(refused);
    expect(await typed(password)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    expect((await confirm(phone, email)).status).toBe(200);
    expect(await phone.session()).toMatchObject({ user: { email } });
    expect(await waysOf(phone)).toMatchObject({ hasPassword: true });
    await phone.post('/api/auth/request-password-reset', { email });
    expect((await door.mail.letterTo(email, 1)).subject).toBe('Set a new password for Barre');
  });

  it('signs in for ten minutes after the password was typed, though it confirms for a day', async () => {
    const [email, browser] = [newAddress('slow'), door.visitor()];
    const { setCookies } = await signUp(browser, email);
    expect(setCookies.find((cookie) => cookie.startsWith('barre.sign_up='))).toContain('Max-Age=600');
    // A browser may keep it longer, and give it another time.
    const mark = browser.cookies.get('barre.sign_up') ?? '';
    const since = Date.now();
    const minute = 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now: since + 11 * minute });
    for (const given of [mark, mark.replace(/\d{13}/, String(since + 20 * minute))]) {
      browser.cookies.set('barre.sign_up', given);
      expect(await confirm(browser, email)).toMatchObject(refused);
    }
    vi.setSystemTime(since + 9 * minute);
    browser.cookies.set('barre.sign_up', mark);
    expect((await confirm(browser, email)).status).toBe(200);
  });

  it('that was sent again by signing in keeps the password that was typed', async () => {
    const email = newAddress('late');
    await signUp(door.visitor(), email);
    const { visitor, answer } = await signInElsewhere(door, email);
    expect(answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    await confirm(visitor, email, 1);
    expect(await waysOf(visitor)).toMatchObject({ hasPassword: true });
  });

  it('gains nothing by the mark of another sign-up, or by a made-up one', async () => {
    const thief = door.visitor();
    await signUp(thief, newAddress('other'));
    const mark = thief.cookies.get('barre.sign_up') ?? '';
    expect(mark).not.toBe('');
    for (const given of [mark, '', 'x', 'A'.repeat(mark.length)]) {
      const email = newAddress('target');
      await signUp(door.visitor(), email, strangersPassword);
      const owner = door.visitor();
      owner.cookies.set('barre.sign_up', given);
      expect(await confirm(owner, email)).toMatchObject(refused);
      expect(await owner.session()).toBeNull();
    }
  });
});

function signUp(visitor: Visitor, email: string, secret = password) {
  return visitor.post('/api/auth/sign-up/email', { email, password: secret, name: 'Nell Tendu' });
}

async function confirm(visitor: Visitor, email: string, nth = 0) {
  return await visitor.post('/api/auth/verify-email', { token: await linkFor(email, nth) });
}

async function linkFor(email: string, nth = 0): Promise<string> {
  return parameterIn((await door.mail.letterTo(email, nth)).text, 'confirm');
}

async function waysOf(visitor: Visitor): Promise<unknown> {
  return (await visitor.get('/api/sign-in-ways')).body;
}
