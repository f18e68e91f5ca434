import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { roles } from '#shared/access.ts';
import { listOperations, type Operation } from '#tests/support/operations.ts';
import { unzip } from '#tests/support/unzip.ts';
import { openAttackedServer, type Answer, type AttackedServer } from './attacked-server.ts';
import { alike, openAttacker, signed, twinOf, type Attacker } from './duel.ts';
import { addressOf } from './furnished-studio.ts';
import { readEverything } from './reading.ts';
import { getting, type Request } from './requests.ts';
import { leaksIn, openVictim, withoutNames, type Victim } from './victim.ts';

// Ways to another studio's data besides the operations' inputs: what is counted or numbered, files, streams, the doors
// of the account service, and every other address.

const isFull = process.env['ATTACKS'] === 'all';

let server: AttackedServer;
let operations: Operation[];
/** One was there before the victim, one came after. */
let elder: Attacker;
let younger: Attacker;
let victim: Victim;
let readBefore: string[];

beforeAll(async () => {
  server = await openAttackedServer();
  operations = await listOperations();
  elder = await openAttacker(server);
  readBefore = await readAll(elder);
  victim = await openVictim(server.past);
  await givePassword(victim);
  younger = await openAttacker(server);
});
afterAll(() => server.close());

describe('another studio', () => {
  it('changes no list, number or report of this one by being there', async () => {
    expect(readBefore.filter((answer) => answer.includes(': 200 ')).length).toBeGreaterThan(30);
    expect(await readAll(elder)).toEqual(readBefore);
    expect((await readAll(younger)).map(withoutNames)).toEqual(readBefore.map(withoutNames));
  });

  it('leaves no trace in an archive, not even in how its rows are numbered', async () => {
    const [before, after] = [await archiveOf(elder), await archiveOf(younger)];
    expect(leaksIn(after.join('\n'), '', victim)).toEqual([]);
    expect(after.map(inOrder)).toEqual(before.map(inOrder));
  });

  it('hands its archive to nobody else, whatever is asked along', async () => {
    const { organization, profile } = victim.things;
    for (const caller of [...roles, null])
      for (const query of [
        '',
        `?organizationId=${organization}`,
        `?profileId=${profile}`,
        `/${organization}`,
      ]) {
        const request = signed(getting(`/api/archive${query}`), elder.tokens.get(caller));
        const { status, bytes } = await server.send(request);
        const isOwn = caller === 'owner' && !query.startsWith('/');
        expect([caller, query, status]).toEqual([
          caller,
          query,
          query.startsWith('/') ? 404 : isOwn ? 200 : caller ? 403 : 401,
        ]);
        const content = isOwn ? [...unzip(bytes).values()].join('\n') : bytes.toString();
        expect(leaksIn(content, query, victim)).toEqual([]);
      }
  });

  it('is heard by nobody else, whatever stream is asked for', async () => {
    const { organization } = victim.things;
    const streams = await Promise.all(
      roles.flatMap((role) =>
        ['', `?organizationId=${organization}`, `?studio=${organization}&last=0`].map((query) =>
          listen(`/live${query}`, elder.tokens.get(role), { 'last-event-id': organization }),
        ),
      ),
    );
    const own = await listen('/live', await tokenOf(victim), {});
    await changeDanceType(await tokenOf(victim));
    await vi.waitFor(() => expect(own.heard()).toContain('dance_types'), { timeout: 20_000 });
    await server.send(posting('/api/classrooms', { name: 'Heard by all of us' }, elder.tokens.get('owner')));
    for (const { heard, close } of streams) {
      await vi.waitFor(() => expect(heard()).toContain('classrooms'), { timeout: 20_000 });
      expect(heard()).not.toContain('dance_types');
      expect(leaksIn(heard(), '', victim)).toEqual([]);
      close();
    }
    own.close();
    expect((await server.send(getting('/live'))).status).toBe(401);
  });

  it('is told of by no other address', async () => {
    const { organization, session } = victim.things;
    const file = victim.say('studio').replaceAll(' ', '-');
    const addresses = [
      `/api/organizations/${organization}`,
      `/api/classes/${organization}%2F..%2F${victim.things.class}`,
      `/api/students/../classes/${victim.things.class}`,
      `/api//classes/${victim.things.class}`,
      `/api/classes/${victim.things.class}.json`,
      `/rpc/catalog/classrooms/list?data=${encodeURIComponent(`{"json":{"organizationId":"${organization}"}}`)}`,
      `/barre-${file}-2026-11-21.zip`,
      `/api/barre-${file}-2026-11-21.zip`,
      `/assets/${file}.csv`,
      '/..%2f.data/database',
      '/%2e%2e/%2e%2e/.data/secret',
      `/app/students/${victim.things.student}`,
      `/login?token=${session}&organization=${organization}`,
      `/mailbox?to=${encodeURIComponent(addressOf(victim.say, 'owner'))}`,
      `/metrics?organization=${organization}`,
      `/readyz?organization=${organization}`,
      `/healthz?organization=${organization}`,
      `/api/docs/openapi.json?organization=${organization}`,
      `/debug`,
      `/final-debug`,
    ];
    for (const address of addresses)
      for (const caller of ['owner', 'student', null] as const) {
        const token = elder.tokens.get(caller);
        const [near, far] = [
          await server.send(signed(getting(address), token)),
          await server.send(signed(getting(String(twinOf(address))), token)),
        ];
        expect(leaksIn(near.text + near.headers, address, victim), address).toEqual([]);
        // What is measured of the process changes from one call to the next.
        if (!address.startsWith('/metrics')) expect([address, alike(near)]).toEqual([address, alike(far)]);
        expect(near.status, address).toBeLessThan(500);
      }
  });
});

it('answers for a repository as for a folder that is not there', async () => {
  const files = ['', '/', '/HEAD', '/config', '/index', '/logs/HEAD', '/objects/info/packs', '/packed-refs'];
  for (const file of files)
    for (const way of ['/', '//', '/assets/../', '/..%2f', '/%2e%2e/', '/app/..%2f..%2f']) {
      const [git, none] = await Promise.all(
        ['.git', '.not'].map((folder) => server.send(getting(`${way}${folder}${file}`))),
      );
      const told = ({ status = 0, text = '' }: Partial<Answer> = {}) => [
        status,
        text.replaceAll('.not', '.git'),
      ];
      expect([way, file, ...told(git)]).toEqual([way, file, ...told(none)]);
      expect(git?.text).not.toMatch(/^ref: |^gitdir: |\[core\]/m);
    }
});

describe('the account service', () => {
  it('says the same of an address of another studio as of one nobody has', async () => {
    const differences: string[] = [];
    for (const [door, body] of Object.entries(doors()))
      for (const caller of isFull ? (['owner', null] as const) : [null]) {
        const token = elder.tokens.get(caller);
        const [near, far] = [await knock(door, body, token), await knock(door, twinOf(body), token)];
        expect(leaksIn(near.text + near.headers, JSON.stringify(body), victim), door).toEqual([]);
        if (alikeAtDoor(near) !== alikeAtDoor(far))
          differences.push(`${door} as ${caller}: ${alikeAtDoor(near)} and ${alikeAtDoor(far)}`);
      }
    expect(differences).toEqual([]);
  });

  it('lets nobody tell by an invitation who can sign in elsewhere', async () => {
    const before = await victim.checksum();
    const [here, nowhere] = [await openAttacker(server), await openAttacker(server)];
    const known = { fullName: 'New Person', email: addressOf(victim.say, 'owner') };
    const unknown = { fullName: 'New Person', email: String(twinOf(known.email)) };
    const send = async (method: string, path: string, { tokens }: Attacker, body: unknown = {}) => {
      const { status, text } = await server.send({ ...posting(path, body, tokens.get('owner')), method });
      expect([path, status]).toEqual([path, 200]);
      return text === '' ? null : (JSON.parse(text) as { id: string });
    };
    const invite = async (studio: Attacker, person: typeof known) => {
      const member = await send('POST', '/api/team', studio, { ...person, role: 'staff' });
      await send('POST', '/api/add-user-to-org', studio, { ...person, role: 'student' });
      // Letters leave for the address alone: what they say, only its owner reads.
      expect(server.letters.slice(-2).map(({ to }) => to)).toEqual([person.email, person.email]);
      return `/api/team/${member?.id}`;
    };
    const inviteByProfile = async (studio: Attacker, email: string) => {
      const person = { full_name: 'New Person', role: 'student', email };
      const made = await send('POST', '/api/admin-create-user', studio, person);
      const signIn = `/api/people/${made?.id}/sign-in`;
      const invited = await send('POST', signIn, studio);
      expect(server.letters.at(-1)?.to).toBe(email);
      const { text } = await server.send(signed(getting(signIn), studio.tokens.get('owner')));
      return withoutNames(JSON.stringify(invited) + text);
    };
    const members = [await invite(here, known), await invite(nowhere, unknown)] as const;
    const ofStaff = addressOf(victim.say, 'staff');
    expect(await inviteByProfile(here, ofStaff)).toBe(
      await inviteByProfile(nowhere, String(twinOf(ofStaff))),
    );
    const seen = await readAll(here);
    expect(seen.join('\n')).toContain('New Person');
    expect(seen.map(withoutNames)).toEqual((await readAll(nowhere)).map(withoutNames));
    await send('DELETE', members[0], here);
    await send('DELETE', members[1], nowhere);
    expect(await victim.checksum()).toBe(before);
  });

  it.runIf(isFull)(
    'takes as long to invite them as to invite anybody else',
    async () => {
      const { pool } = server.past.database;
      const pairs = 300;
      await pool.query(
        `insert into auth.user (name, email) select 'Somebody', 'known-' || n || '@barre.test' from generate_series(1, $1) n`,
        [pairs],
      );
      const invite = async (email: string) => {
        const person = { fullName: 'New Person', email, role: 'staff' };
        const { status, ms } = await server.send(posting('/api/team', person, elder.tokens.get('owner')));
        expect(status).toBe(200);
        return ms;
      };
      const differences: number[] = [];
      for (let nth = 1; nth <= pairs; nth += 1) {
        const first = nth % 2 === 0 ? await invite(`known-${nth}@barre.test`) : null;
        const unknown = await invite(`unknown-${nth}@barre.test`);
        differences.push((first ?? (await invite(`known-${nth}@barre.test`))) - unknown);
      }
      const median = differences.toSorted((a, b) => a - b)[pairs >> 1] ?? NaN;
      console.log(`${pairs} pairs of invitations, ${median.toFixed(3)} ms apart (median)`);
      expect(Math.abs(median)).toBeLessThan(0.6);
    },
    120_000,
  );

  it('changes no login, session or row of another studio', async () => {
    const before = await victim.checksum();
    const { user, session, profile, organization } = victim.things;
    const mine = {
      userId: user,
      id: user,
      token: session,
      sessionId: session,
      profileId: profile,
      organization,
    };
    for (const door of ['change-password', 'update-user', 'sign-out'])
      for (const caller of [...roles, null])
        await knock(door, { ...mine, newPassword: 'battement tendu' }, younger.tokens.get(caller));
    expect(await victim.checksum()).toBe(before);
  });
});

/** Everything an account service is asked, about a login of the victim. */
function doors(): Record<string, unknown> {
  const email = addressOf(victim.say, 'owner');
  const { user, session } = victim.things;
  return {
    'sign-in/email': { email, password: 'not the one it is' },
    'sign-up/email': { email, password: 'plié and relevé', name: 'Thief', organizationName: 'Thief School' },
    'sign-in/magic-link': { email },
    'request-password-reset': { email },
    'send-verification-email': { email },
    'one-time-code/send': { type: 'email', email },
    'one-time-code/verify': { request: session, token: '123456' },
    'reset-password': { token: session, newPassword: 'battement tendu' },
    'reset-password?of=user': { token: user, newPassword: 'battement tendu' },
    'sign-in/social': { provider: 'google', idToken: { token: session } },
  };
}

let networks = 0;

/** From a network of its own each time, which no limit knows. */
function knock(door: string, body: unknown, token?: string): Promise<Answer> {
  networks += 1;
  const request = posting(`/api/auth/${door}`, body, token);
  const headers = {
    ...request.headers,
    origin: 'http://127.0.0.1',
    'x-forwarded-for': `10.7.${networks >> 8}.${networks & 255}`,
  };
  return server.send({ ...request, headers });
}

/** As it is told apart by a caller, the names they sent and made-up secrets aside. */
function alikeAtDoor(answer: Answer): string {
  const text = answer.text.replaceAll(/"(request|token)":"[\w-]{20,}"/g, '"$1":"<secret>"');
  return alike({ ...answer, text });
}

function posting(path: string, body: unknown, token?: string): Request {
  const headers = { 'content-type': 'application/json' };
  return signed({ method: 'POST', path, headers, body: JSON.stringify(body) }, token);
}

function readAll(attacker: Attacker): Promise<string[]> {
  return readEverything(server, operations, attacker, isFull ? roles : ['owner', 'instructor']);
}

async function archiveOf({ tokens }: Attacker): Promise<string[]> {
  const { bytes } = await server.send(signed(getting('/api/archive'), tokens.get('owner')));
  return [...unzip(bytes)].map(([name, text]) => `${name}\n${text}`);
}

/** A file without names, its rows in the order of what is left. */
function inOrder(file: string): string {
  const lines = withoutNames(file).replaceAll(/,$/gm, '').split('\n');
  return lines.toSorted().join('\n');
}

type Stream = { heard: () => string; close: () => void };

async function listen(path: string, token = '', headers: Record<string, string>): Promise<Stream> {
  let text = '';
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(server.url + path, {
      agent: false,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    request.once('error', reject).once('response', resolve);
  });
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (part: string) => (text += part));
  await vi.waitFor(() => expect(text).toContain('event: ready'), { timeout: 20_000 });
  return { heard: () => text, close: () => response.destroy() };
}

async function tokenOf({ studio }: Victim): Promise<string> {
  const { rows } = await server.past.database.pool.query<{ token: string }>(
    'select token from auth.session where user_id = $1 limit 1',
    [studio.owner.userId],
  );
  return rows[0]?.token ?? '';
}

function changeDanceType(token: string): Promise<Answer> {
  return server.send(posting('/api/dance-types', { name: `Style ${randomUUID()}` }, token));
}

/** A login as most are: its address confirmed, and with a password. */
async function givePassword({ studio }: Victim): Promise<void> {
  const { password } = await server.app.accounts.$context;
  const { pool } = server.past.database;
  await pool.query('update auth.user set email_verified = true where id = $1', [studio.owner.userId]);
  await pool.query(
    `insert into auth.account (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)`,
    [studio.owner.userId, await password.hash('plié and relevé of hers')],
  );
}
