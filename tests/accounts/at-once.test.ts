import { expect, it, vi } from 'vitest';
import { join, newAddress, password, useFrontDoor, type Visitor } from './front-door.ts';

// Two passwords are hashed at once: on two cores the second would come when the first is done.
vi.mock('node:os', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:os')>()),
  availableParallelism: () => 4,
}));

const door = useFrontDoor();
let phones = 5_550_180_000;

it('gives a phone number to one of two accounts that confirm it at the same moment', async () => {
  const [{ visitor: one }, { visitor: other }] = [await join(door), await join(door)];
  for (let round = 0; round < 4; round++) {
    const phone = newPhone();
    const codes = [await ask(one, 'phone_change', phone), await ask(other, 'phone_change', phone)];
    const answers = await Promise.all([verify(one, codes[0]), verify(other, codes[1])]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Another sign-in uses this phone number.',
    });
  }
});

it('founds one studio for a number that is confirmed in two browsers at the same moment', async () => {
  for (let round = 0; round < 4; round++) {
    const phone = newPhone();
    const visitors = [door.visitor(), door.visitor()] as const;
    const codes = [await ask(visitors[0], 'sms', phone), await ask(visitors[1], 'sms', phone)];
    const answers = await Promise.all(visitors.map((each, nth) => verify(each, codes[nth])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = await Promise.all(visitors.map((each) => each.session()));
    expect(first).toMatchObject({ user: { fullName: phone } });
    expect(second).toEqual(first);
  }
});

it('lets whoever has a number next open a studio of their own with it', async () => {
  const [given, kept] = [newPhone(), newPhone()];
  const founder = door.visitor();
  await verify(founder, await ask(founder, 'sms', given));
  expect((await verify(founder, await ask(founder, 'phone_change', kept))).status).toBe(200);
  const next = door.visitor();
  expect((await verify(next, await ask(next, 'sms', given))).status).toBe(200);
  const again = door.visitor();
  expect((await verify(again, await ask(again, 'sms', kept))).status).toBe(200);
  const studioOf = async (visitor: Visitor) => Object(await visitor.session()).organization?.id;
  expect(await studioOf(again)).toBe(await studioOf(founder));
  expect(await studioOf(next)).not.toBe(await studioOf(founder));
});

it('makes one account of two sign-ups at the same moment, and says what to do', async () => {
  for (let round = 0; round < 4; round++) {
    const email = newAddress('twice');
    const signUp = (visitor: Visitor) =>
      visitor.post('/api/auth/sign-up/email', { email, password, name: 'Nell Tendu' });
    const visitors = [door.visitor(), door.visitor()] as const;
    const answers = await Promise.all(visitors.map(signUp));
    for (const [nth, { status, body }] of answers.entries()) {
      if (status === 200) continue;
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { message: 'Your account could not be made just now. Try again in a moment.' },
      });
      expect((await signUp(visitors[nth] as Visitor)).status).toBe(200);
    }
    const { rows } = await door.app.database.pool.query(
      'select count(*)::int as n from auth.user where email = $1',
      [email],
    );
    expect(rows).toEqual([{ n: 1 }]);
  }
});

type Code = { request: string; token: string };

async function ask(visitor: Visitor, type: 'sms' | 'phone_change', phone: string): Promise<Code> {
  // The account library has a limit for a minute.
  await door.app.database.pool.query('delete from auth.rate_limit');
  const { body } = await visitor.post('/api/auth/one-time-code/send', { type, phone });
  const token = /^\d{6}/.exec(door.messages[0]?.text ?? '')?.[0] ?? '';
  return { request: (body as { request: string }).request, token };
}

function verify(visitor: Visitor, code: Code | undefined) {
  return visitor.post('/api/auth/one-time-code/verify', { ...code, timeZone: 'UTC' });
}

function newPhone(): string {
  return `+1${++phones}`;
}
