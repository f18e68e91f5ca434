import { describe, expect, it } from 'vitest';
import { makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeDanceType, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';

type Person = { fullName: string; email?: string; phoneNumber?: string };

async function addStudents(by: Actor, people: Person[]): Promise<void> {
  await app.database.inTenant(by, (db) =>
    db
      .insertInto('profiles')
      .values(people.map((person) => ({ role: 'student', ...person })))
      .execute(),
  );
}

async function namesFor(by: Actor, q: string): Promise<string[]> {
  return (await by.api.people.students.list({ q })).items.map(({ fullName }) => fullName);
}

describe('students', () => {
  it('lists by name, accents and case set aside, with classes and status', async () => {
    const { owner } = await app.studio();
    await addStudents(owner, [
      { fullName: 'Zoe Zed' },
      { fullName: 'Élodie Abel' },
      { fullName: 'eve Abel' },
    ]);
    const { items, total } = await owner.api.people.students.list();
    expect(items.map(({ fullName }) => fullName)).toEqual([
      'Élodie Abel',
      'eve Abel',
      'Student Person',
      'Zoe Zed',
    ]);
    expect(total).toBe(4);
    const classId = await makeClass(app, owner, { name: 'Ballet 1' });
    const zoe = items[3]?.id ?? '';
    await makeRegistration(app, owner, { studentId: zoe, classId });
    await makeSubscription(app, owner, { studentId: zoe, classId });
    const [found] = (await owner.api.people.students.list({ q: 'zoe' })).items;
    expect(found).toMatchObject({ status: 'active', classes: [{ id: classId, name: 'Ballet 1' }] });
    expect(items[0]).toMatchObject({ status: null, classes: [] });
  });

  it('finds by the beginning of every word of name, email and phone number', async () => {
    const { owner, staff } = await app.studio();
    await addStudents(owner, [
      { fullName: 'Séan O’Brien-Łuk', email: 'Sean.OBrien@Example.com', phoneNumber: '+1 (555) 123-4567' },
      { fullName: 'Ana Luz Weiß', email: 'dance_mom@example.com', phoneNumber: '030 998877' },
      { fullName: '李小龙' },
    ]);
    const sean = ['Séan O’Brien-Łuk'];
    const asked = [
      'sean',
      'SEÁN',
      'obr',
      "o'brien",
      'o’brien luk',
      'brien',
      'luk',
      'luk sea',
      'sean.obrien@ex',
    ];
    const phones = ['4567', '1234567', '555-123', '(555) 123 4567', '15551234567', '+1 555', 'sean 4567'];
    for (const q of [...asked, ...phones]) expect([q, await namesFor(staff, q)]).toEqual([q, sean]);
    expect(await namesFor(staff, 'weiss')).toEqual(['Ana Luz Weiß']);
    expect(await namesFor(staff, 'mom')).toEqual(['Ana Luz Weiß']);
    expect(await namesFor(staff, '@example.com')).toEqual(['Ana Luz Weiß', ...sean]);
    expect(await namesFor(staff, '李')).toEqual(['李小龙']);
    for (const q of ['ean', 'ana sean', 'obrien@', '%', '_', "' or 1=1 --", '67', '😀']) {
      const found = await namesFor(staff, q);
      // Whose address is made of any letters and digits.
      expect([q, found.filter((name) => name !== 'Student Person')]).toEqual([q, []]);
    }
  });

  it('names who matches by name before who matches by email alone: a short list ends before them else', async () => {
    const { owner } = await app.studio();
    await addStudents(owner, [
      { fullName: 'Ada Abel', email: 'smith.family@example.com' },
      { fullName: 'Zoe O’Smith-Zed' },
      { fullName: 'Zora Smith', email: 'zora@example.com' },
    ]);
    expect(await namesFor(owner, 'smi')).toEqual(['Zoe O’Smith-Zed', 'Zora Smith', 'Ada Abel']);
    expect(await namesFor(owner, 'osm')).toEqual(['Zoe O’Smith-Zed']);
    // Every word counts: one of the two is in her address alone.
    expect(await namesFor(owner, 'a smith')).toEqual(['Ada Abel']);
    const classId = await makeClass(app, owner);
    const { items } = await owner.api.enrollment.available({ classId, q: 'smi', limit: 2 });
    expect(items.map(({ fullName }) => fullName)).toEqual(['Zoe O’Smith-Zed', 'Zora Smith']);
  });

  it('finds a changed name at once, and no longer the old one', async () => {
    const { owner } = await app.studio();
    const id = await makeStudent(app, owner, { fullName: 'Maria Old' });
    await owner.api.people.students.update({ id, version: 1, fullName: 'Maria New' });
    expect(await namesFor(owner, 'maria new')).toEqual(['Maria New']);
    expect(await namesFor(owner, 'old')).toEqual([]);
    await makeInstructor(app, owner, { fullName: 'Maria Teacher' });
    expect(await namesFor(owner, 'maria')).toEqual(['Maria New']);
  });

  it('pages with the number of all, and filters by dance type', async () => {
    const { owner } = await app.studio();
    await addStudents(
      owner,
      Array.from({ length: 54 }, (_, n) => ({ fullName: `Dancer ${String(n).padStart(2, '0')}` })),
    );
    const first = await owner.api.people.students.list({ q: 'dancer' });
    expect(first.total).toBe(54);
    expect(first.items).toHaveLength(50);
    const second = await owner.api.people.students.list({ q: 'dancer', page: 2 });
    expect(second.items.map(({ fullName }) => fullName)).toEqual([
      'Dancer 50',
      'Dancer 51',
      'Dancer 52',
      'Dancer 53',
    ]);
    expect(await owner.api.people.students.list({ page: 9 })).toEqual({ total: 55, items: [] });
    const danceTypeId = await makeDanceType(app, owner);
    const classId = await makeClass(app, owner, { danceTypeId });
    const [a, b] = first.items;
    await makeRegistration(app, owner, { studentId: a?.id ?? '', classId });
    await makeRegistration(app, owner, { studentId: b?.id ?? '', classId });
    await owner.api.enrollment.remove({ classId, studentId: b?.id ?? '' });
    const dancers = await owner.api.people.students.list({ danceTypeId });
    expect(dancers).toMatchObject({ total: 1, items: [{ id: a?.id }] });
    expect((await owner.api.people.students.list({ danceTypeId, q: 'dancer 01' })).total).toBe(0);
  });

  it('shows a class as enrolled until its last day is over', async () => {
    const { owner } = await app.studio();
    const id = await makeStudent(app, owner, { fullName: 'Mia' });
    const danceTypeId = await makeDanceType(app, owner);
    const terms = [
      { name: 'Last day', sessionEndDate: '2026-11-21' },
      { name: 'Over', sessionEndDate: '2026-11-20', danceTypeId },
      { name: 'Soon', sessionStartDate: '2027-01-04' },
    ];
    for (const term of terms) {
      const classId = await makeClass(app, owner, term);
      await makeRegistration(app, owner, { studentId: id, classId });
    }
    const [row] = (await owner.api.people.students.list({ q: 'mia' })).items;
    expect(row?.classes.map(({ name }) => name)).toEqual(['Last day', 'Soon']);
    const profile = await owner.api.people.students.get({ id });
    expect(profile.classes.map(({ name }) => name)).toEqual(['Last day', 'Soon']);
    expect(await owner.api.people.students.list({ danceTypeId })).toEqual({ total: 0, items: [] });
  });

  it('reads and changes a student, and refuses a stale edit', async () => {
    const { owner, staff } = await app.studio();
    const id = await makeStudent(app, owner, { fullName: 'Mia' });
    const details = {
      fullName: 'Mia Möller',
      email: 'mia@example.com',
      phoneNumber: '',
      gender: 'Female',
      dateOfBirth: '2012-02-29',
    } as const;
    expect(await staff.api.people.students.update({ id, version: 1, ...details })).toEqual({
      id,
      version: 2,
    });
    expect(await owner.api.people.students.get({ id })).toEqual({
      id,
      version: 2,
      status: null,
      classes: [],
      ...details,
      phoneNumber: null,
    });
    const stale = await refused(owner.api.people.students.update({ id, version: 1, ...details }), 409);
    expect(stale).toMatchObject({ code: 'STALE', data: { changedBy: 'Staff Person' } });
    const cleared = { id, version: 2, fullName: 'Mia', gender: '', dateOfBirth: '' };
    await staff.api.people.students.update(cleared);
    expect(await owner.api.people.students.get({ id })).toMatchObject({ gender: null, dateOfBirth: null });
  });

  it('names the field of bad input', async () => {
    const { owner } = await app.studio();
    const id = await makeStudent(app, owner);
    const good = { id, version: 1, fullName: 'Mia' };
    const bad: [string, object][] = [
      ['fullName', { fullName: ' ' }],
      ['email', { email: 'nobody' }],
      ['gender', { gender: 'Other' }],
      ['dateOfBirth', { dateOfBirth: '2026-11-22' }],
      ['dateOfBirth', { dateOfBirth: '2026-02-30' }],
      ['role', { role: 'owner' }],
    ];
    for (const [field, change] of bad) {
      const refusal = await refused(owner.api.people.students.update({ ...good, ...change } as never), 400);
      expect(refusal.data).toMatchObject({ issues: [{ path: [field] }] });
    }
    await refused(owner.api.people.students.list({ limit: 101 }), 400);
    await refused(owner.api.people.students.list({ q: 'a\u0000' }), 400);
  });

  it('answers every role, other studios and visitors as it should', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const id = await makeStudent(app, owner, { fullName: 'Unique Marker' });
    for (const actor of [owner, admin, staff])
      expect(await actor.api.people.students.get({ id })).toMatchObject({ fullName: 'Unique Marker' });
    for (const actor of [instructor, student]) {
      await refused(actor.api.people.students.list(), 403);
      await refused(actor.api.people.students.update({ id, version: 1, fullName: 'x' }), 403);
    }
    await refused(instructor.api.people.students.get({ id }), 403);
    await refused(instructor.api.people.students.get({ id: instructor.profileId }), 403);
    expect(await namesFor(bob, 'unique')).toEqual([]);
    for (const missing of [id, unknown]) {
      expect((await refused(bob.api.people.students.get({ id: missing }), 404)).message).toBe(
        'Student profile not found.',
      );
      await refused(bob.api.people.students.update({ id: missing, version: 1, fullName: 'x' }), 404);
    }
    await refused(owner.api.people.students.get({ id: instructor.profileId }), 404);
    await refused(
      owner.api.people.students.update({ id: instructor.profileId, version: 1, fullName: 'x' }),
      404,
    );
    await refused(app.visitor.people.students.list(), 401);
    await refused(app.visitor.people.students.get({ id }), 401);
    await refused(app.visitor.people.students.update({ id, version: 1, fullName: 'x' }), 401);
  });

  it('shows a student who signs in their own profile, and nobody else’s', async () => {
    const { owner, instructor, student } = await app.studio();
    const theirs = (await app.studio({ name: 'Bob School' })).student.profileId;
    const classmate = await makeStudent(app, owner);
    const id = student.profileId;
    const classId = await makeClass(app, owner, { name: 'Ballet 1' });
    await makeRegistration(app, owner, { studentId: id, classId });
    expect(await student.api.people.students.get({ id })).toEqual(
      await owner.api.people.students.get({ id }),
    );
    const nobodys = await refused(student.api.people.students.get({ id: unknown }), 404);
    expect(nobodys.message).toBe('Student profile not found.');
    for (const other of [classmate, theirs, instructor.profileId, owner.profileId])
      expect(await refused(student.api.people.students.get({ id: other }), 404)).toEqual(nobodys);
  });
});
