import { expect, it } from 'vitest';
import { newAddress, parameterIn, password, useFrontDoor, type Visitor } from './front-door.ts';

const origin = 'https://studio.test';
const door = useFrontDoor({ BASE_URL: origin, GITHUB_CLIENT_ID: 'github', GITHUB_CLIENT_SECRET: 'secret' });
const post = (visitor: Visitor, path: string, body: unknown) =>
  visitor.post(`/api/auth/${path}`, body, { origin });

it('are all of this very host over https: the session, the marks of a sign-up and a browser, and a way elsewhere', async () => {
  const visitor = door.visitor();
  const { email, setCookies } = await signUp(visitor);
  const elsewhere = { provider: 'github', callbackURL: '/dashboard', disableRedirect: true };
  const lines = [
    ...setCookies,
    ...(await confirm(visitor, email)).setCookies,
    ...(await post(visitor, 'sign-in/email', { email, password })).setCookies,
    ...(await post(visitor, 'sign-in/social', elsewhere)).setCookies,
  ];
  const names = new Set(lines.map((line) => line.split('=', 1)[0]));
  expect(names).toEqual(
    new Set(['browser', 'session_token', 'sign_up', 'state'].map((name) => `__Host-barre.${name}`)),
  );
  for (const line of lines) {
    expect(line).toMatch(/; Path=\/(;|$)/i);
    expect(line).toMatch(/; Secure(;|$)/i);
    expect(line).toMatch(/; HttpOnly(;|$)/i);
    expect(line).not.toMatch(/Domain=/i);
  }
  expect(await visitor.session()).toMatchObject({ user: { email } });
  // The password stays: this is the browser it was typed in.
  expect((await visitor.get('/api/sign-in-ways')).body).toMatchObject({ hasPassword: true });
  await post(visitor, 'sign-out', {});
  expect(visitor.cookies.has('__Host-barre.session_token')).toBe(false);
});

it('are not believed where another host may have set them', async () => {
  const stranger = door.visitor();
  const { email } = await signUp(stranger);
  const owner = door.visitor();
  const mark = [...stranger.cookies].find(([name]) => name.endsWith('barre.sign_up'))?.[1] ?? '';
  expect(mark).not.toBe('');
  owner.cookies.set('barre.sign_up', mark);
  expect((await confirm(owner, email)).status).toBe(403);
});

async function signUp(visitor: Visitor) {
  const email = newAddress('nell');
  const { setCookies } = await post(visitor, 'sign-up/email', { email, password, name: 'Nell Tendu' });
  return { email, setCookies };
}

async function confirm(visitor: Visitor, email: string) {
  const { text } = await door.mail.letterTo(email);
  return await visitor.post('/api/auth/verify-email', { token: parameterIn(text, 'confirm') });
}
