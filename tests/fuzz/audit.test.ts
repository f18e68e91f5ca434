import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeEverything } from '#tests/support/everything.ts';
import { useTestApp, type Actor } from '#tests/support/test-app.ts';
import { audit } from './audit.ts';

const app = useTestApp();

it('finds nothing wrong where nothing is', async () => {
  const { owner } = await app.studio();
  await makeEverything(app, owner);
  // Made past the server, unlike any that is stored.
  await plant(owner, 'delete from idempotency_keys');
  expect(await audit(app.database, owner)).toEqual([]);
});

it.each<[string, string, string]>([
  [
    'two lines in a name',
    `insert into classrooms (name) values (E'Ada\nBallet')`,
    'classrooms.name holds control characters',
  ],
  [
    'a name of nothing',
    `insert into inquiries (full_name) values (U&'\\200B')`,
    'inquiries.full_name shows nothing',
  ],
  [
    'a bell in notes',
    `update subscriptions set payment_notes = E'\x07'`,
    'subscriptions.payment_notes holds control',
  ],
  [
    'an address that is none',
    `update profiles set email = 'a b' where role = 'owner'`,
    'profiles.email is no email address',
  ],
  ['a birth to come', `update profiles set date_of_birth = '2027-01-01'`, 'somebody was born after tomorrow'],
  [
    'a day before its time',
    `with gone as (delete from class_registrations returning class_id, student_id, enrolled_on)
      insert into class_registrations (class_id, student_id, enrolled_on, entered_on) select *, '0001-01-01' from gone`,
    'class_registrations.entered_on is out of bounds',
  ],
  [
    'a tryout paid with nothing',
    `update one_off_sessions set session_type = 'Tryout', is_paid = true, paid_on = '2026-11-21', price_cents = 0`,
    'a tryout was paid with nothing',
  ],
  [
    'a zone that is none',
    `update organizations set time_zone = 'not a zone'`,
    'organizations.time_zone is not as',
  ],
])('finds %s', async (_, planted, told) => {
  const { owner } = await app.studio();
  await makeEverything(app, owner);
  await plant(owner, planted);
  expect((await audit(app.database, owner)).map((line) => line.slice(0, told.length))).toContain(told);
});

/** Stores something past everything that would refuse it. */
async function plant(by: Actor, statement: string): Promise<void> {
  await app.database.inTenant(by, async (db) => void (await sql.raw(statement).execute(db)));
}
