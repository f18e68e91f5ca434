import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKeys, openCompanies, type Companies, type Holder } from './companies.ts';
import {
  codeByEmail,
  join,
  newAddress,
  parameterIn,
  password,
  signInElsewhere,
  useFrontDoor,
  withoutValue,
  type Visitor,
} from './front-door.ts';

const client = (name: string) => ({
  [`${name}_CLIENT_ID`]: name.toLowerCase(),
  [`${name}_CLIENT_SECRET`]: `secret of ${name.toLowerCase()}`,
});
const settings: Record<string, string> = { ...client('GITHUB'), ...client('GOOGLE'), ...client('MICROSOFT') };
let companies: Companies;
beforeAll(async () => {
  companies = await openCompanies();
  settings['MICROSOFT_AUTHORITY'] = companies.url;
});
afterAll(() => companies.close());

const door = useFrontDoor(settings);
const providers = ['github', 'google', 'microsoft'] as const;
const holders = ['a sign-up', 'an invitation'];
let ids = 0;

describe.each(providers)('signing in with %s', (provider) => {
  it('founds a studio the first time, and opens it the second', async () => {
    const holder = newHolder({ name: 'Otis Waltz' });
    const { visitor, back } = await signUpWith(provider, holder);
    expect(back.location).toBe('/dashboard/insights');
    expect(await visitor.session()).toMatchObject({
      user: { email: holder.email, fullName: 'Otis Waltz' },
      role: 'owner',
      organization: { name: "Otis Waltz's School", timeZone: 'Asia/Kathmandu' },
    });
    const again = await signInWith(provider, holder);
    expect(await again.visitor.session()).toMatchObject({ user: { email: holder.email } });
    expect(await countUsers(holder.email)).toBe(1);
  });

  it('founds no studio for who has no account and did not ask for one', async () => {
    const holder = newHolder({});
    const { visitor, back } = await signInWith(provider, holder);
    expect(back.location).toBe('/login?error=signup_disabled');
    expect(await visitor.session()).toBeNull();
    expect(await countUsers(holder.email)).toBe(0);
    // Their studio can still invite them, and once they came in by its letter the company's account opens theirs.
    const { visitor: owner } = await join(door);
    await owner.post('/api/team', { fullName: 'Otis Waltz', email: holder.email, role: 'staff' });
    const token = parameterIn((await door.mail.letterTo(holder.email)).text, 'token');
    const early = await signInWith(provider, holder);
    expect(early.back.location).toBe(`${door.url}/login?error=address_not_confirmed`);
    await door.visitor().post('/api/auth/reset-password', { token, newPassword: password });
    const again = await signInWith(provider, holder);
    expect(await again.visitor.session()).toMatchObject({ user: { email: holder.email }, role: 'staff' });
  });

  it('keeps none of the company’s tokens, neither the first time nor later', async () => {
    const holder = newHolder({});
    await signUpWith(provider, holder);
    expect(await tokensKept(provider, holder)).toEqual([null, null, null]);
    await door.app.database.pool.query('update auth.account set access_token = $1, id_token = $1', ['kept']);
    await signInWith(provider, holder);
    expect(await tokensKept(provider, holder)).toEqual([null, null, null]);
  });

  it('opens the account of the same confirmed address', async () => {
    const { email } = await join(door);
    const { visitor } = await signInWith(provider, newHolder({ email: email.toUpperCase() }));
    expect(await visitor.session()).toMatchObject({
      user: { email },
      organization: { name: 'Tendu School' },
    });
    // The password goes on working.
    expect((await signInElsewhere(door, email)).answer.status).toBe(200);
  });

  it('opens nobody’s account by an address the company does not vouch for', async () => {
    const { email } = await join(door);
    const { visitor, back } = await signInWith(provider, newHolder({ email, isVerified: false }));
    expect(await visitor.session()).toBeNull();
    // And says the same as to an address nobody has.
    const fresh = newHolder({ isVerified: false });
    const other = await signInWith(provider, fresh);
    expect(await other.visitor.session()).toBeNull();
    expect(other.back.location).toBe(back.location);
    expect(back.location).toBe(`${door.url}/login?error=address_not_confirmed`);
    expect(await countUsers(fresh.email)).toBe(0);
    const known = await signUpWith(provider, { ...fresh, email });
    const signedUp = await signUpWith(provider, fresh);
    for (const { back: told } of [known, signedUp]) expect(told.location).toBe(back.location);
    expect(known.back.setCookies.map(withoutValue)).toEqual(signedUp.back.setCookies.map(withoutValue));
    // Whose address it is may confirm it and is let in by that; the company's account may be anybody's, and is not.
    const letter = await door.mail.letterTo(fresh.email);
    const token = parameterIn(letter.text, 'confirm');
    for (const elsewhere of [door.visitor(), known.visitor])
      expect((await elsewhere.post('/api/auth/verify-email', { token })).status).toBe(403);
    const owner = signedUp.visitor;
    await owner.post('/api/auth/verify-email', { token });
    expect(await owner.session()).toMatchObject({ user: { email: fresh.email } });
    expect(await (await signInWith(provider, fresh)).visitor.session()).toBeNull();
    // Once the company vouches for the address, its account opens ours.
    const vouched = await signInWith(provider, { ...fresh, isVerified: true });
    expect(await vouched.visitor.session()).toMatchObject({ user: { email: fresh.email } });
  });

  it('is not linked to an account somebody else opened with one’s address', async () => {
    const email = newAddress('target');
    // A stranger signs up with it and never can confirm it.
    await door.visitor().post('/api/auth/sign-up/email', { email, password, name: 'Stranger' });
    const { visitor } = await signInWith(provider, newHolder({ email }));
    expect(await visitor.session()).toBeNull();
    // By a code that reaches the address its owner comes in, and the stranger's password is gone.
    await visitor.post('/api/auth/one-time-code/verify', await codeByEmail(door, visitor, email));
    expect(await visitor.session()).toMatchObject({ user: { email } });
    expect((await signInElsewhere(door, email)).answer.status).toBe(401);
    expect(await (await signInWith(provider, newHolder({ email }))).visitor.session()).toMatchObject({
      user: { email },
    });
  });

  it.each(holders)(
    'founds a studio with an address it vouches for, which %s has held until its link was dead',
    async (holder) => {
      const email = newAddress('given-back');
      const held = await hold(email, holder, { days: 8 });
      const refusal = { location: `${door.url}/login?error=address_not_confirmed` };
      expect((await signUpWith(provider, newHolder({ email, isVerified: false }))).back).toMatchObject(
        refusal,
      );
      expect((await signInWith(provider, newHolder({ email }))).back).toMatchObject(refusal);
      expect(await loginOf(email)).toBe(held);
      const { visitor } = await signUpWith(provider, newHolder({ email: email.toUpperCase() }));
      expect(await visitor.session()).toMatchObject({ user: { email, fullName: 'Otis' }, role: 'owner' });
      expect(await loginOf(email)).not.toBe(held);
      expect((await signInElsewhere(door, email)).answer.status).toBe(401);
    },
  );

  it.each(holders)(
    'takes no address from %s whose link may still be read, nor from who has come in',
    async (holder) => {
      for (const left of [{ days: 0.9 }, { days: 400, hasEntered: true }]) {
        const email = newAddress('kept');
        const held = await hold(email, holder, left);
        const { visitor, back } = await signUpWith(provider, newHolder({ email }));
        expect(back.location).toBe(`${door.url}/login?error=address_not_confirmed`);
        expect(await visitor.session()).toBeNull();
        expect(await loginOf(email)).toBe(held);
      }
    },
  );

  it('opens the account as ever after it was linked in many browsers at the same moment', async () => {
    const { email } = await join(door);
    const holder = newHolder({ email });
    const visitors = Array.from({ length: 6 }, () => door.visitor());
    const callbacks: string[] = [];
    for (const visitor of visitors) callbacks.push(await agree(visitor, provider, holder));
    await Promise.all(visitors.map((visitor, nth) => visitor.get(callbacks[nth] ?? '')));
    const { visitor } = await signInWith(provider, holder);
    expect(await visitor.session()).toMatchObject({ user: { email } });
  });

  it('takes a code once, in the browser that asked for it', async () => {
    const holder = newHolder({});
    const owner = door.visitor();
    const callback = await agree(owner, provider, holder, { requestSignUp: true });
    const thief = door.visitor();
    await thief.get(callback);
    expect(await thief.session()).toBeNull();
    const { visitor, callback: used } = await signUpWith(provider, holder);
    expect(await visitor.session()).not.toBeNull();
    await visitor.post('/api/auth/sign-out', {});
    await visitor.get(used);
    expect(await visitor.session()).toBeNull();
  });

  it('takes neither its code nor our secret to where the company leads on', async () => {
    companies.leadsOn = true;
    companies.ledOn = [];
    try {
      const { visitor, back } = await signUpWith(provider, newHolder({}));
      expect(back.location).toContain('/login?error=');
      expect(await visitor.session()).toBeNull();
    } finally {
      companies.leadsOn = false;
    }
    expect(companies.ledOn).toEqual([]);
  });

  it('refuses made-up answers and foreign addresses to go back to', async () => {
    const visitor = door.visitor();
    for (const query of ['', '?code=x', '?state=x', '?code=x&state=y', '?error=access_denied'])
      expect((await visitor.get(`/api/auth/callback/${provider}${query}`)).location ?? '').toContain(
        `${door.url}/login?error=`,
      );
    expect(await visitor.session()).toBeNull();
    for (const callbackURL of ['https://evil.test', '//evil.test', '/\\evil.test'])
      expect(await visitor.post('/api/auth/sign-in/social', { provider, callbackURL })).toMatchObject({
        status: 403,
      });
    const forged = { provider, idToken: { token: 'e30.e30.e30' } };
    expect((await visitor.post('/api/auth/sign-in/social', forged)).status).toBeGreaterThanOrEqual(400);
    expect(await visitor.session()).toBeNull();
  });
});

describe.each(['google', 'microsoft'])('an id token of %s', (provider) => {
  const now = Math.floor(Date.now() / 1000);
  it.each<[string, Companies['idToken']]>([
    ['that somebody else signed', { key: newKeys().privateKey }],
    ['that nobody signed', { key: null }],
    ['for another program', { claims: { aud: 'another program' } }],
    ['of another company', { claims: { iss: 'https://evil.test/v2.0' } }],
    ['that has expired', { claims: { iat: now - 7200, exp: now - 3600 } }],
    ['that never expires', { claims: { exp: undefined } }],
  ])('opens nothing: one %s', async (_, idToken) => {
    const { email } = await join(door);
    companies.idToken = idToken;
    try {
      for (const way of [signInWith, signUpWith]) {
        const { visitor, back } = await way(provider, newHolder({ email }));
        expect(back.location).toBe('/login?error=unable_to_get_user_info');
        expect(await visitor.session()).toBeNull();
      }
    } finally {
      companies.idToken = {};
    }
    expect(await (await signInWith(provider, newHolder({ email }))).visitor.session()).not.toBeNull();
  });

  it('may come from a clock that is half a minute ahead or behind', async () => {
    const { email } = await join(door);
    for (const ahead of [30, -30 - 3600]) {
      // As it signs in: minutes may have passed since the tests began.
      const iat = Math.floor(Date.now() / 1000) + ahead;
      companies.idToken = { claims: { iat, nbf: iat, exp: iat + 3600 } };
      const { visitor } = await signInWith(provider, newHolder({ email }));
      companies.idToken = {};
      expect(await visitor.session()).toMatchObject({ user: { email } });
    }
  });
});

it('is offered for exactly the companies that are configured', async () => {
  expect((await door.visitor().get('/api/sign-in-providers')).body).toMatchObject({
    social: ['github', 'google', 'microsoft'],
    phone: true,
    mailbox: false,
  });
  expect(
    await door
      .visitor()
      .post('/api/auth/sign-in/social', { provider: 'facebook', callbackURL: '/dashboard' }),
  ).toMatchObject({ status: 404 });
});

/** The way through the company's page and back, in one browser. */
async function signInWith(provider: string, holder: Holder, asked = {}) {
  const visitor = door.visitor();
  const callback = await agree(visitor, provider, holder, asked);
  return { visitor, callback, back: await visitor.get(callback) };
}

function signUpWith(provider: string, holder: Holder) {
  return signInWith(provider, holder, { requestSignUp: true });
}

/** Goes to the company, agrees there, and gives the address it leads back to. */
async function agree(visitor: Visitor, provider: string, holder: Holder, asked = {}): Promise<string> {
  companies.holder = holder;
  const begun = await visitor.post('/api/auth/sign-in/social', {
    provider,
    callbackURL: '/dashboard/insights',
    errorCallbackURL: '/login',
    disableRedirect: true,
    additionalData: { timeZone: 'Asia/Kathmandu' },
    ...asked,
  });
  const there = new URL((begun.body as { url: string }).url);
  expect(there.searchParams.get('state')).toMatch(/.{20}/);
  const answer = await fetch(companies.url + there.pathname + there.search, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.origin).toBe(door.url);
  return back.pathname + back.search;
}

function newHolder(given: Partial<Holder>): Holder {
  return { id: String(1000 + ++ids), email: newAddress('holder'), name: 'Otis', isVerified: true, ...given };
}

/** Has a login made with an address so many days ago; gives its id. */
async function hold(email: string, by: string, { days, hasEntered = false }: Left): Promise<string> {
  if (by === 'a sign-up')
    await door.visitor().post('/api/auth/sign-up/email', { email, password, name: 'Stranger' });
  else await (await join(door)).visitor.post('/api/team', { fullName: 'Tessa', email, role: 'staff' });
  await door.app.database.pool.query(
    `with logins as (update auth.user set created_at = created_at - $2 * interval '1 day',
        entered_at = case when $3 then now() end where email = $1)
      update auth.invitation set invited_at = invited_at - $2 * interval '1 day' where email = $1`,
    [email, days, hasEntered],
  );
  return await loginOf(email);
}

type Left = { days: number; hasEntered?: boolean };

async function loginOf(email: string): Promise<string> {
  const { rows } = await door.app.database.pool.query<{ id: string }>(
    'select id from auth.user where email = $1',
    [email],
  );
  return rows[0]?.id ?? '';
}

async function tokensKept(provider: string, { id }: Holder): Promise<(string | null)[] | undefined> {
  const { rows } = await door.app.database.pool.query<{ tokens: (string | null)[] }>(
    'select array[access_token, refresh_token, id_token] as tokens from auth.account where provider_id = $1 and account_id = $2',
    [provider, id],
  );
  return rows[0]?.tokens;
}

async function countUsers(email: string): Promise<number> {
  const { rows } = await door.app.database.pool.query<{ n: number }>(
    'select count(*)::int as n from auth.user where email = $1',
    [email],
  );
  return rows[0]?.n ?? 0;
}
