import { beforeAll, describe, expect, it } from 'vitest';
import { openRandom, type Random } from '#server/demo/random.ts';
import { join, newAddress, password, useFrontDoor, type Visitor } from '#tests/accounts/front-door.ts';
import { audit } from './audit.ts';
import { insideOf, slowestMs } from './fuzz.ts';
import { spoil, type Input } from './inputs.ts';
import { textOf } from './send.ts';
import { toJson, validTexts } from './values.ts';

// Where anybody may knock: signing in, and asking for a demo. Passwords cost time to check, so there are fewer here.
const count = Math.ceil(Number(process.env['FUZZ_REQUESTS'] ?? 1500) / 10);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);

type Door = { path: string; method: 'GET' | 'POST' | 'FORM'; input: (random: Random) => Input };

let known: { visitor: Visitor; email: string };
const anAddress = (random: Random) => (random.chance(0.5) ? known.email : newAddress('knocker'));
const aName = (random: Random) => (random.chance(0.5) ? random.pick(validTexts) : 'Nell Tendu');
const home = () => '/dashboard';

const doors: Door[] = [
  post('sign-up/email', (random) => ({
    email: newAddress('joiner'),
    password,
    name: aName(random),
    organizationName: aName(random),
    timeZone: random.pick(['America/New_York', 'UTC']),
  })),
  post('sign-in/email', (random) => ({
    email: anAddress(random),
    password,
    rememberMe: true,
    callbackURL: home(),
  })),
  post('sign-in/social', () => ({ provider: 'github', callbackURL: home(), errorCallbackURL: home() })),
  post('sign-in/magic-link', (random) => ({
    email: anAddress(random),
    name: aName(random),
    callbackURL: home(),
  })),
  post('one-time-code/send', (random) =>
    random.chance(0.5)
      ? { type: 'email', email: anAddress(random) }
      : { type: 'sms', phone: '+1 555 010 0199' },
  ),
  post('one-time-code/verify', () => ({ request: 'x'.repeat(32), token: '123456', timeZone: 'UTC' })),
  post('send-verification-email', (random) => ({ email: anAddress(random), callbackURL: home() })),
  post('request-password-reset', (random) => ({ email: anAddress(random), redirectTo: home() })),
  post('reset-password', () => ({ token: 'x'.repeat(24), newPassword: password })),
  post('change-password', () => ({ currentPassword: password, newPassword: password })),
  post('sign-out', () => ({})),
  post('magic-link/verify', () => ({ token: 'x'.repeat(32) })),
  post('verify-email', () => ({ token: 'e30.e30.e30' })),
  get('callback/github', () => ({ code: 'x', state: 'x', error: 'x' })),
  {
    path: '/demo-request',
    method: 'FORM',
    input: (random) => ({
      name: aName(random),
      email: newAddress('asker'),
      phone: '555 0100',
      studio: aName(random),
      message: aName(random),
    }),
  },
];

function post(name: string, input: Door['input']): Door {
  return { path: `/api/auth/${name}`, method: 'POST', input };
}

function get(name: string, input: Door['input']): Door {
  return { path: `/api/auth/${name}`, method: 'GET', input };
}

const door = useFrontDoor({ GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' });

describe(`${count} knocks of seed ${seed}`, { timeout: 3_600_000 }, () => {
  const problems: string[] = [];
  const answers = new Map<string, Map<number, number>>();

  beforeAll(async () => {
    known = await join(door);
    for (let nth = 0; nth < count; nth++) {
      const at = doors[nth % doors.length];
      if (at) await knock(at, openRandom(seed * 1_000_003 + nth));
    }
    const lines = [...answers].map(([path, statuses]) => `  ${path.padEnd(40)} ${told(statuses)}`);
    console.log([...lines, `${count} knocks at ${answers.size} doors`].join('\n'));
  }, 3_600_000);

  async function knock({ path, method, input: make }: Door, random: Random): Promise<void> {
    const input = make(random);
    if (random.chance(0.7)) spoil(random, input, [], []);
    const body = toJson(input);
    const visitor = random.chance(0.8) ? door.visitor() : known.visitor;
    const started = performance.now();
    const form = () =>
      new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(textOf(value))]));
    const answer =
      method === 'GET'
        ? await visitor.get(`${path}?${form().toString().slice(0, 8000)}`)
        : await visitor.post(path, method === 'FORM' ? form() : body);
    const statuses = answers.get(path) ?? new Map<number, number>();
    answers.set(path, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1));
    const problem = problemOf(answer.status, answer.text, performance.now() - started);
    if (problem) problems.push(`${path} ${body.slice(0, 600)}: ${problem}\n  ${answer.text.slice(0, 300)}`);
  }

  it('are each answered soon, without a fault or a word of the inside', () => {
    expect(problems.slice(0, 20).join('\n')).toBe('');
  });

  it('are believed by nobody unless doors that open for strangers did', () => {
    const open = ['sign-up/email', 'sign-in/email', 'sign-in/magic-link', 'request-password-reset'];
    const shut = [...open.map((name) => `/api/auth/${name}`), '/demo-request'].filter(
      (path) => !answers.get(path)?.get(200),
    );
    expect(shut).toEqual([]);
  });

  it('leave nothing behind that must not be stored', async () => {
    const { database } = door.app;
    const { rows } = await database.pool.query<{ organizationId: string; profileId: string; userId: string }>(
      `select organization_id as "organizationId", profile_id as "profileId", user_id as "userId" from auth.membership`,
    );
    const found = [];
    for (const studio of rows) found.push(...(await audit(database, studio)));
    expect([...new Set(found)]).toEqual([]);
    expect(rows.length).toBeGreaterThan(2);
    const logins = await database.pool.query<{ text: string }>(
      `select concat_ws(' ', name, email, organization_name, time_zone, phone_number) as text from auth.user`,
    );
    expect(logins.rows.filter(({ text }) => /[\p{Cc}\u2028\u2029]/u.test(text))).toEqual([]);
  });
});

describe('what is no text', () => {
  const email = 'typist@barre.test';
  it.each<[string, string, Input]>([
    ['a name nobody can type', 'sign-up/email', { email, password, name: 'Nell\u0007' }],
    [
      'a studio called NUL',
      'sign-up/email',
      { email, password, name: 'Nell', organizationName: 'Nul\u0000' },
    ],
    ['a name without end', 'sign-up/email', { email, password, name: 'x'.repeat(121) }],
    ['a token with NUL', 'reset-password', { token: '\u0000', newPassword: password }],
    ['half a character', 'reset-password', { token: '\ud800', newPassword: password }],
    [
      'a password with a length of its own',
      'sign-up/email',
      { email, password: { length: { toString: 'x' } }, name: 'Nell' },
    ],
    [
      'a phone number with a length of its own',
      'one-time-code/send',
      { type: 'sms', phone: { length: { toString: 'x' } } },
    ],
  ])('is refused: %s', async (_, path, body) => {
    expect((await door.visitor().post(`/api/auth/${path}`, body)).status).toBe(400);
  });

  it('is refused: an address to lead back to that is none', async () => {
    const answer = await door.visitor().get('/api/auth/callback/github?state=x&errorCallbackURL=%25zz');
    expect(answer.status).toBe(400);
  });

  it('is said to an address with an account as to one without', async () => {
    const { email: taken } = await join(door);
    const named = ['Nell\u0007', ' Nell\nTendu ', '\u200b'].map((name) => ({ name, organizationName: name }));
    const called = [['\u0000'], { of: 1 }, 7, true, null].map((organizationName) => ({
      name: 'Nell',
      organizationName,
    }));
    for (const names of [...named, ...called]) {
      const [old, young] = [taken, newAddress('new')].map((address) =>
        door.visitor().post('/api/auth/sign-up/email', { email: address, password, ...names }),
      );
      const said = (answer?: { status: number; body: unknown }) => [
        answer?.status,
        (answer?.body as { user?: { name: string } } | undefined)?.user?.name,
      ];
      expect(said(await old), JSON.stringify(names)).toEqual(said(await young));
    }
  });
});

function problemOf(status: number, text: string, ms: number): string | null {
  if (status >= 500) return String(status);
  if (ms > slowestMs) return `took ${Math.round(ms)} ms`;
  // JSON is read by programs; a page or a letter is looked at.
  if (text.startsWith('<') && validTexts.some((each) => each.startsWith('<') && text.includes(each)))
    return 'says what was sent, unescaped';
  return text.startsWith('<') || status < 400 ? null : insideOf(text);
}

function told(statuses: Map<number, number>): string {
  return [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join('  ');
}
