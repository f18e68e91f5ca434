import { describe, expect, it } from 'vitest';
import {
  newAddress,
  parameterIn,
  password,
  signInElsewhere,
  useFrontDoor,
  type Visitor,
} from './front-door.ts';

const door = useFrontDoor();
const strangersPassword = 'arabesque at dawn';

describe('the link that confirms an address', () => {
  it('keeps the password of the browser it was typed in', async () => {
    const email = newAddress('nell');
    const visitor = door.visitor();
    await signUp(visitor, email);
    await confirm(visitor, email);
    expect(await waysOf(visitor)).toMatchObject({ hasPassword: true });
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
  });

  it('keeps no password a stranger typed before, though the owner signs up too', async () => {
    const email = newAddress('owner');
    await signUp(door.visitor(), email, strangersPassword);
    const owner = door.visitor();
    expect((await signUp(owner, email)).body).toMatchObject({ isSignedIn: false });
    await confirm(owner, email);
    expect(await owner.session()).toMatchObject({ user: { email } });
    expect(await waysOf(owner)).toMatchObject({ hasPassword: false });
    for (const secret of [strangersPassword, password])
      expect((await signInElsewhere(door, email, secret)).answer.status).toBe(401);
  });

  it('keeps none on another device, where a letter sets one', async () => {
    const email = newAddress('otis');
    await signUp(door.visitor(), email);
    const phone = door.visitor();
    await confirm(phone, email);
    expect(await waysOf(phone)).toMatchObject({ hasPassword: false });
    await phone.post('/api/auth/request-password-reset', { email });
    const token = parameterIn((await door.mail.letterTo(email, 1)).text, 'token');
    await phone.post('/api/auth/reset-password', { newPassword: password, token });
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
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
      await confirm(owner, email);
      expect(await waysOf(owner)).toMatchObject({ hasPassword: false });
    }
  });
});

function signUp(visitor: Visitor, email: string, secret = password) {
  return visitor.post('/api/auth/sign-up/email', { email, password: secret, name: 'Nell Tendu' });
}

async function confirm(visitor: Visitor, email: string, nth = 0): Promise<void> {
  const { text } = await door.mail.letterTo(email, nth);
  await visitor.post('/api/auth/verify-email', { token: parameterIn(text, 'confirm') });
}

async function waysOf(visitor: Visitor): Promise<unknown> {
  return (await visitor.get('/api/sign-in-ways')).body;
}
