import { describe, expect, it } from 'vitest';
import { makeClassroom, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { convertInquiry } from '#features/leads/sql.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';
const missing = "Inquiry not found or you don't have permission to update it.";

const convert = (by: Actor, inquiryId: string, studentId: string) =>
  app.database.inTenant(by, (db) => convertInquiry(db, inquiryId, studentId));

describe('inquiries', () => {
  it('adds one with what is known and the defaults of the specification', async () => {
    const { staff } = await app.studio();
    const inquiry = await staff.api.leads.create({ fullName: '  Ana Ruiz ', email: ' ', age: 9 });
    expect(inquiry).toMatchObject({
      fullName: 'Ana Ruiz',
      email: null,
      age: 9,
      ageToldOn: testToday,
      status: 'new',
      studentId: null,
      version: 1,
    });
    expect(await staff.api.leads.get({ id: inquiry.id })).toEqual(inquiry);
  });

  it('adds one once, however often it is asked for under a key', async () => {
    const { owner } = await app.studio();
    const request = { fullName: 'Ana Ruiz', idempotencyKey: 'one-phone-call' };
    const [first] = await Promise.all([owner.api.leads.create(request), owner.api.leads.create(request)]);
    const edited = await owner.api.leads.setStatus({ id: first.id, version: 1, status: 'contacted' });
    expect(await owner.api.leads.create(request)).toEqual(edited);
    expect(await owner.api.leads.list()).toEqual({ total: 1, rows: [edited] });
    await refused(owner.api.leads.create({ ...request, fullName: 'Bea' }), 422);
    await owner.api.leads.delete({ id: edited.id });
    expect((await refused(owner.api.leads.create(request), 404)).message).toContain('deleted since');
  });

  it('opens one again whose student was a mistake, as what it was, and counts it as converted no longer', async () => {
    const { owner, staff } = await app.studio();
    const { leads } = staff.api;
    const { id } = await leads.create({ fullName: 'Ana Ruiz', email: 'ana@example.com' });
    await refused(leads.undoConversion({ id, version: 1 }), 409);
    const studentId = await makeStudent(app, owner, { fullName: 'Ana Ruiz' });
    await convert(owner, id, studentId);
    await refused(leads.undoConversion({ id, version: 1 }), 409);
    const open = await leads.undoConversion({ id, version: 2 });
    expect(open).toMatchObject({ status: 'contacted', studentId: null, version: 3 });
    const range = { startDate: '2026-11-01', endDate: '2026-11-30' };
    expect(await owner.api.insights.get(range)).toMatchObject({ totalInquiries: 1, convertedToStudent: 0 });

    // The student is deleted, and the inquiry keeps what it says. Converted once more, with a tryout, it is one of those.
    await owner.api.enrollment.deleteStudent({ id: studentId });
    expect(await leads.get({ id })).toEqual(open);
    await leads.scheduleTryout({
      inquiryId: id,
      instructorId: await makeInstructor(app, owner),
      roomId: await makeClassroom(app, owner),
      sessionDate: '2026-11-30',
      startTime: '10:00',
      endTime: '11:00',
    });
    const again = await makeStudent(app, owner);
    await convert(owner, id, again);
    const { version } = await leads.get({ id });
    expect(await leads.undoConversion({ id, version })).toMatchObject({ status: 'Tryout Scheduled' });

    // Who was deleted took with them what the inquiry said.
    await convert(owner, id, again);
    await owner.api.enrollment.deleteStudent({ id: again });
    const emptied = await leads.get({ id });
    await refused(leads.undoConversion({ id, version: emptied.version }), 409);
    expect(await leads.get({ id })).toEqual(emptied);
    const other = await app.studio();
    await refused(other.owner.api.leads.undoConversion({ id, version: emptied.version }), 404);
    await refused(leads.undoConversion({ id: unknown, version: 1 }), 404);
  });

  it('counts one as converted whose student was enrolled without it, once', async () => {
    const { owner, staff } = await app.studio();
    const { leads } = staff.api;
    const { id } = await leads.create({ fullName: 'Ana Ruiz' });
    const studentId = await makeStudent(app, owner, { fullName: 'Ana Ruiz' });
    const linked = await leads.linkStudent({ id, studentId });
    expect(linked).toMatchObject({ status: 'Converted to Student', studentId, version: 2 });
    const range = { startDate: '2026-11-01', endDate: '2026-11-30' };
    expect(await owner.api.insights.get(range)).toMatchObject({ totalInquiries: 1, convertedToStudent: 1 });
    expect(await refused(leads.linkStudent({ id, studentId }), 409)).toMatchObject({
      code: 'ALREADY_CONVERTED',
      data: { studentId },
    });

    const open = await leads.undoConversion({ id, version: 2 });
    const other = await app.studio();
    const foreign = await makeStudent(app, other.owner);
    const erased = await makeStudent(app, owner);
    await owner.api.enrollment.deleteStudent({ id: erased });
    const instructor = await makeInstructor(app, owner);
    for (const nobody of [foreign, erased, instructor, unknown])
      expect((await refused(leads.linkStudent({ id, studentId: nobody }), 404)).message).toBe(
        'Student not found in your organization.',
      );
    const theirs = other.owner.api.leads.linkStudent({ id, studentId: foreign });
    expect((await refused(theirs, 404)).message).toBe(missing);
    expect(await leads.get({ id })).toEqual(open);
  });

  it('opens one again as contacted whose tryout was called off', async () => {
    const { owner } = await app.studio();
    const { leads, attendance } = owner.api;
    const { id } = await leads.create({ fullName: 'Ana Ruiz' });
    const tryout = await leads.scheduleTryout({
      inquiryId: id,
      instructorId: await makeInstructor(app, owner),
      roomId: await makeClassroom(app, owner),
      sessionDate: testToday,
      startTime: '08:00',
      endTime: '09:00',
    });
    await attendance.outcome.log({ id: tryout.id, version: tryout.version, outcome: 'Cancelled' });
    await convert(owner, id, await makeStudent(app, owner));
    const { version } = await leads.get({ id });
    expect(await leads.undoConversion({ id, version })).toMatchObject({ status: 'contacted' });
  });

  it('lists the newest first, in pages with their total', async () => {
    const { owner } = await app.studio();
    await app.database.inTenant(owner, (db) =>
      db
        .insertInto('inquiries')
        .values(
          Array.from({ length: 60 }, (_, n) => ({
            fullName: `Lead ${n}`,
            // Still the first of October in New York.
            createdAt: new Date(Date.UTC(2026, 9, 2, 1, n)),
          })),
        )
        .execute(),
    );
    const first = await owner.api.leads.list();
    expect(first).toMatchObject({ total: 60 });
    expect(first.rows.map(({ fullName }) => fullName)).toEqual(
      Array.from({ length: 50 }, (_, n) => `Lead ${59 - n}`),
    );
    expect(first.rows[0]).toMatchObject({ createdOn: '2026-10-01' });
    const second = await owner.api.leads.list({ page: 2 });
    expect(second.rows.map(({ fullName }) => fullName).at(-1)).toBe('Lead 0');
    expect(second).toMatchObject({ total: 60, rows: { length: 10 } });
    expect(await owner.api.leads.list({ page: 3 })).toEqual({ total: 60, rows: [] });
  });

  it('filters by part of the interest, status and words, whatever their case', async () => {
    const { owner } = await app.studio();
    const { leads } = owner.api;
    await leads.create({ fullName: 'Ana', danceTypeInterest: 'Ballet or hip hop', email: 'Ana@Example.com' });
    await leads.create({
      fullName: 'Bea',
      danceTypeInterest: 'Jazz',
      status: 'contacted',
      phoneNumber: '555-01',
    });
    await leads.create({ fullName: '100%_Cy' });
    const names = async (filter: Parameters<typeof leads.list>[0]) =>
      (await leads.list(filter)).rows.map(({ fullName }) => fullName);
    await leads.create({ fullName: 'Dua', danceTypeInterest: 'Élan' });
    expect(await names({ danceType: 'HIP' })).toEqual(['Ana']);
    expect(await names({ danceType: 'élan' })).toEqual(['Dua']);
    expect(await names({ danceType: 'ELA' })).toEqual(['Dua']);
    expect(await names({ status: 'contacted' })).toEqual(['Bea']);
    expect(await names({ q: 'ana@example' })).toEqual(['Ana']);
    expect(await names({ q: '555-01', danceType: 'jazz', status: 'contacted' })).toEqual(['Bea']);
    expect(await names({ q: '%_' })).toEqual(['100%_Cy']);
    expect(await names({ q: '', danceType: '  ' })).toHaveLength(4);
    expect(await leads.list({ status: 'enrolled' })).toEqual({ total: 0, rows: [] });
  });

  it('searches as people are searched: without accents, and numbers however they are grouped', async () => {
    const { owner } = await app.studio();
    const { leads } = owner.api;
    await leads.create({ fullName: 'José García', phoneNumber: '(212) 555-0101' });
    await leads.create({
      fullName: 'Strauß 212',
      email: '5550101@example.com',
      phoneNumber: '+1 646.555.0199',
    });
    await leads.create({ fullName: 'Ana' });
    const names = async (q: string) => (await leads.list({ q })).rows.map(({ fullName }) => fullName).sort();
    expect(await names('jose garc')).toEqual(['José García']);
    expect(await names('garcia jose')).toEqual(['José García']);
    expect(await names('strauss  example.com')).toEqual(['Strauß 212']);
    expect(await names('ARCÍA')).toEqual(['José García']);
    expect(await names('Jose\u0301')).toEqual(['José García']);
    expect(await names('strauss')).toEqual(['Strauß 212']);
    expect(await names('2125550101')).toEqual(['José García']);
    expect(await names('212.555')).toEqual(['José García']);
    expect(await names('+1 (646) 555-0199')).toEqual(['Strauß 212']);
    expect(await names('5550101')).toEqual(['José García', 'Strauß 212']);
    expect(await names('ana 555')).toEqual([]);
    expect(await names('()')).toEqual([]);
    expect(await names('-')).toEqual(['José García']);
  });

  it('keeps the day an age was told until the age changes', async () => {
    const { owner } = await app.studio();
    const { id: inquiryId } = await owner.api.leads.create({ fullName: 'Ana', age: 9 });
    await app.database.inTenant(owner, (db) =>
      db.updateTable('inquiries').set({ ageToldOn: '2026-01-05' }).where('id', '=', inquiryId).execute(),
    );
    const edit = { id: inquiryId, fullName: 'Ana R', status: 'contacted' as const };
    const same = await owner.api.leads.update({ ...edit, version: 2, age: 9 });
    expect(same).toMatchObject({ fullName: 'Ana R', status: 'contacted', ageToldOn: '2026-01-05' });
    expect(await owner.api.leads.update({ ...edit, version: 3, age: 10 })).toMatchObject({
      ageToldOn: testToday,
    });
    expect(await owner.api.leads.update({ ...edit, version: 4 })).toMatchObject({
      age: null,
      ageToldOn: null,
    });
  });

  it('tells a stale edit who was quicker', async () => {
    const { owner, staff } = await app.studio();
    const { id } = await owner.api.leads.create({ fullName: 'Ana' });
    await staff.api.leads.setStatus({ id, version: 1, status: 'contacted' });
    const stale = { code: 'STALE', data: { changedBy: 'Staff Person', current: { status: 'contacted' } } };
    expect(
      await refused(owner.api.leads.setStatus({ id, version: 1, status: 'enrolled' }), 409),
    ).toMatchObject(stale);
    expect(
      await refused(owner.api.leads.update({ id, version: 1, fullName: 'A', status: 'new' }), 409),
    ).toMatchObject(stale);
  });

  it('names the field of bad input', async () => {
    const { owner } = await app.studio();
    const wrong = [
      [{ fullName: ' ' }, 'fullName'],
      [{ age: 0 }, 'age'],
      [{ age: 121 }, 'age'],
      [{ age: 9.5 }, 'age'],
      [{ email: 'ana' }, 'email'],
      [{ gender: 'Other' }, 'gender'],
      [{ status: 'lost' }, 'status'],
      [{ organizationId: unknown }, 'organizationId'],
    ] as const;
    for (const [fields, field] of wrong) {
      const call = owner.api.leads.create({ fullName: 'Ana', ...fields } as never);
      expect((await refused(call, 400)).data).toMatchObject({ issues: [{ path: [field] }] });
    }
  });

  it('deletes one, once', async () => {
    const { owner } = await app.studio();
    const { id } = await owner.api.leads.create({ fullName: 'Ana' });
    await owner.api.leads.delete({ id });
    expect((await refused(owner.api.leads.delete({ id }), 404)).message).toBe(missing);
    expect((await refused(owner.api.leads.get({ id }), 404)).message).toBe(missing);
  });

  it('answers every role, other studios and visitors as it should', async () => {
    const { owner, admin, instructor, student } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const { id } = await owner.api.leads.create({ fullName: 'Ana' });
    const calls = (by: Actor['api']) => [
      () => by.leads.list(),
      () => by.leads.get({ id }),
      () => by.leads.create({ fullName: 'x' }),
      () => by.leads.update({ id, version: 1, fullName: 'x', status: 'new' }),
      () => by.leads.setStatus({ id, version: 1, status: 'contacted' }),
      () => by.leads.delete({ id }),
    ];
    for (const reader of [instructor, student])
      for (const call of calls(reader.api)) await refused(call(), 403);
    for (const call of calls(app.visitor)) await refused(call(), 401);
    for (const call of calls(other.owner.api).filter((_, n) => n !== 0 && n !== 2))
      expect((await refused(call(), 404)).message).toBe(missing);
    expect(await other.admin.api.leads.list()).toEqual({ total: 0, rows: [] });
    expect(await admin.api.leads.list()).toMatchObject({ total: 1, rows: [{ fullName: 'Ana' }] });
  });
});

describe('conversion', () => {
  it('happens once and then leads to the student', async () => {
    const { owner } = await app.studio();
    const { id } = await owner.api.leads.create({ fullName: 'Ana' });
    const studentId = await makeStudent(app, owner, { fullName: 'Ana' });
    await convert(owner, id, studentId);
    expect(await owner.api.leads.get({ id })).toMatchObject({ status: 'Converted to Student', studentId });
    const again = await refused(convert(owner, id, await makeStudent(app, owner)), 409);
    expect(again).toMatchObject({ code: 'ALREADY_CONVERTED', data: { studentId } });
    expect(again.message).toBe('Ana is a student already.');
  });

  it('keeps the status of who became a student', async () => {
    const { owner } = await app.studio();
    const { id } = await owner.api.leads.create({ fullName: 'Ana' });
    await convert(owner, id, await makeStudent(app, owner));
    expect(await refused(owner.api.leads.setStatus({ id, version: 2, status: 'new' }), 409)).toMatchObject({
      code: 'ALREADY_CONVERTED',
    });
    expect(
      await owner.api.leads.update({ id, version: 2, fullName: 'Ana Ruiz', status: 'Converted to Student' }),
    ).toMatchObject({ fullName: 'Ana Ruiz' });
  });

  it('takes nothing more once its student was deleted, however the form was seen', async () => {
    const { owner } = await app.studio();
    const { leads, enrollment } = owner.api;
    const { id } = await leads.create({ fullName: 'Ana Ruiz', email: 'ana@example.com' });
    const studentId = await makeStudent(app, owner);
    await convert(owner, id, studentId);
    const { version } = await leads.get({ id });
    await enrollment.deleteStudent({ id: studentId });
    const edit = {
      id,
      fullName: 'Ana Ruiz',
      email: 'ana@example.com',
      status: 'Converted to Student',
    } as const;
    for (const seen of [version, version + 1]) {
      const { message } = await refused(leads.update({ ...edit, version: seen }), 409);
      expect(message).toBe('This student was deleted, and what their inquiry said with them.');
    }
    expect(await leads.get({ id })).toMatchObject({ fullName: 'Deleted student', email: null });
  });

  it('meanwhile is told to who edits what was seen before, and leaves them what else they changed', async () => {
    const { owner } = await app.studio();
    const { leads } = owner.api;
    const { id } = await leads.create({ fullName: 'Ana' });
    await convert(owner, id, await makeStudent(app, owner));
    const edit = { id, fullName: 'Ana Ruiz', status: 'new' } as const;
    expect(await refused(leads.update({ ...edit, version: 1 }), 409)).toMatchObject({ code: 'STALE' });
    expect(await refused(leads.update({ ...edit, version: 2 }), 409)).toMatchObject({
      code: 'ALREADY_CONVERTED',
    });
  });

  it('is no status to choose without a student', async () => {
    const { owner, staff } = await app.studio();
    const { leads } = owner.api;
    const { id } = await leads.create({ fullName: 'Ana' });
    const status = 'Converted to Student';
    const told = 'Ana is no student yet. Use Convert to Student: enrolling sets this status.';
    expect((await refused(leads.setStatus({ id, version: 1, status }), 409)).message).toBe(told);
    expect((await refused(leads.update({ id, version: 1, fullName: 'Bo', status }), 409)).message).toBe(told);
    const made = await refused(leads.create({ fullName: 'Bo', status } as never), 400);
    expect(made.data).toMatchObject({
      issues: [{ path: ['status'], message: 'Use Convert to Student: enrolling sets this status.' }],
    });
    expect(await leads.list()).toMatchObject({ total: 1, rows: [{ status: 'new', version: 1 }] });
    await refused(leads.setStatus({ id: unknown, version: 1, status }), 404);
    await convert(owner, id, await makeStudent(app, owner));
    expect(await staff.api.leads.setStatus({ id, version: 2, status })).toMatchObject({ status });
    expect(await refused(leads.setStatus({ id, version: 2, status }), 409)).toMatchObject({ code: 'STALE' });
  });

  it('without a student, from before it was refused, stays until another status is chosen', async () => {
    const { owner } = await app.studio();
    const { leads } = owner.api;
    const { id } = await leads.create({ fullName: 'Ana' });
    const status = 'Converted to Student';
    await app.database.inTenant(owner, (db) => db.updateTable('inquiries').set({ status }).execute());
    expect(await leads.update({ id, version: 2, fullName: 'Ana Ruiz', status })).toMatchObject({ status });
    expect(await leads.setStatus({ id, version: 3, status: 'new' })).toMatchObject({ status: 'new' });
    await refused(leads.setStatus({ id, version: 4, status }), 409);
  });

  it('is refused for an inquiry or a student of another studio', async () => {
    const { owner } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const { id } = await owner.api.leads.create({ fullName: 'Ana' });
    const theirs = await makeStudent(app, other.owner);
    await refused(convert(other.owner, id, theirs), 404);
    await expect(convert(owner, id, theirs)).rejects.toMatchObject({ code: '23503' });
    expect(await owner.api.leads.get({ id })).toMatchObject({ status: 'new' });
  });
});
