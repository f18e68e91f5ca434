import { expect, it } from 'vitest';
import { makeAttendance, makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeInquiry, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

// Whatever a database makes of letters beyond ASCII: one without a locale puts É after Z, and does not know it as é.
const app = useTestApp();
const names = ['elan', 'Élan vital', 'Fandango', 'Zumba'];
const range = { startDate: '2026-11-01', endDate: '2026-11-30' };
const monday = '2026-11-16';

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

/** Made from the last to the first. */
async function makeAll<Made>(make: (name: string) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const name of names.toReversed()) made.push(await make(name));
  return made;
}

async function makeClasses(by: Actor) {
  return await makeAll((name) => makeClass(app, by, { name }));
}

it('lists classes and their cancelled dates by name, an accent with its letter', async () => {
  const { owner } = await app.studio();
  const { classes, cancellations, calendar } = owner.api.scheduling;
  const ids = await makeClasses(owner);
  expect(namesOf(await classes.list())).toEqual(names);
  const day = await owner.api.attendance.dailyLog({ date: monday });
  expect(day.map(({ title }) => title)).toEqual(names);
  const shown = await calendar({ start: monday, end: monday });
  expect(shown.map(({ title }) => title)).toEqual(names);
  for (const classId of ids) await cancellations.create({ classId, date: '2026-11-23' });
  expect((await cancellations.list({})).items.map(({ className }) => className)).toEqual(names);
});

it('lists a student’s classes so', async () => {
  const { owner } = await app.studio();
  const studentId = await makeStudent(app, owner);
  for (const classId of await makeClasses(owner)) await makeRegistration(app, owner, { studentId, classId });
  expect(namesOf((await owner.api.people.students.get({ id: studentId })).classes)).toEqual(names);
  const { items } = await owner.api.people.students.list({});
  expect(namesOf(items.find(({ id }) => id === studentId)?.classes ?? [])).toEqual(names);
});

it('lists the team so', async () => {
  const { owner } = await app.studio();
  await app.database.inTenant(owner, (db) =>
    db.updateTable('profiles').set({ erasedAt: new Date() }).where('role', '=', 'staff').execute(),
  );
  await makeAll((fullName) =>
    app.database.inTenant(owner, (db) =>
      db.insertInto('profiles').values({ role: 'staff', fullName }).execute(),
    ),
  );
  const team = await owner.api.organization.team.list();
  expect(team.filter(({ role }) => role === 'staff').map(({ fullName }) => fullName)).toEqual(names);
});

it('lists what is equal in the insights so, and the rows behind a number', async () => {
  const { owner } = await app.studio();
  const { insights } = owner.api;
  const studentId = await makeStudent(app, owner);
  await makeAll(async (name) => {
    const instructorId = await makeInstructor(app, owner, { fullName: name });
    const classId = await makeClass(app, owner, { name, instructorId });
    const payer = await makeStudent(app, owner, { fullName: name });
    await makeSubscription(app, owner, { classId, studentId: payer, paidOn: testToday });
    await makeRegistration(app, owner, { studentId, classId });
    await makeAttendance(app, owner, { classId, date: monday });
    await makeInquiry(app, owner, { fullName: name, leadSource: name });
  });
  const found = await insights.get(range);
  expect(found.mostPopularClasses.map(({ className }) => className)).toEqual(names.slice(0, 3));
  expect(found.instructorWorkload.map(({ instructorName }) => instructorName)).toEqual(names);
  expect(found.revenueByClass.map(({ className }) => className)).toEqual(names);
  expect(found.topLeadSources.map(({ source }) => source)).toEqual(names);
  for (const metric of ['totalRevenue', 'totalCompletedSessions', 'totalClasses', 'newInquiries'] as const)
    expect([metric, namesOf(await insights.rows({ metric, ...range }))]).toEqual([metric, names]);
});

it('takes a text of ASCII as it takes any other, only sooner', async () => {
  const { rows } = await app.database.pool.query(`
    select text from (
      select 'A' || chr(code) || 'z' as text from generate_series(1, 5000) code
      union all values (''), ('ABCDEFGHIJKLMNOPQRSTUVWXYZ [\\]^_{|}~'), ('E' || chr(769) || 'lan'), (null)) given
    where plain_text(text) is distinct from lower(unaccent(lower(normalize(text, nfkc))))`);
  expect(rows).toEqual([]);
});
