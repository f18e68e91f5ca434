import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeClass, makeClassroom, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { convertInquiry } from '#features/leads/sql.ts';
import { bookOneOff } from '#features/scheduling/sql.ts';

const app = useTestApp();

/** A Monday, five days after the fixed today. */
const monday = '2026-11-23';

async function lead(by: Actor) {
  const { id: inquiryId } = await by.api.leads.create({ fullName: 'Ana Ruiz' });
  const instructorId = await makeInstructor(app, by, { fullName: 'Ina' });
  const roomId = await makeClassroom(app, by);
  return { inquiryId, instructorId, roomId, sessionDate: monday, startTime: '17:00', endTime: '18:00' };
}

describe('scheduling a tryout', () => {
  it('books a session and moves the inquiry on, in one step', async () => {
    const { staff } = await app.studio();
    const tryout = await lead(staff);
    const session = await staff.api.leads.scheduleTryout({ ...tryout, isPaid: true, priceCents: 2500 });
    expect(session).toMatchObject({
      title: 'One-Time Tryout',
      inquiry: { id: tryout.inquiryId, fullName: 'Ana Ruiz' },
      priceCents: 2500,
      isPaid: true,
      paidOn: '2026-11-21',
    });
    expect(await staff.api.leads.get({ id: tryout.inquiryId })).toMatchObject({ status: 'Tryout Scheduled' });
  });

  it('keeps no price of a free one', async () => {
    const { owner } = await app.studio();
    const session = await owner.api.leads.scheduleTryout({ ...(await lead(owner)), priceCents: 2500 });
    expect(session).toMatchObject({ priceCents: null, isPaid: false });
  });

  it('is blocked by a busy instructor and leaves the inquiry as it was', async () => {
    const { owner } = await app.studio();
    const tryout = await lead(owner);
    await makeClass(app, owner, { instructorId: tryout.instructorId, name: 'Ballet 1' });
    const refusal = await refused(
      owner.api.leads.scheduleTryout({ ...tryout, ignoreRoomConflict: true }),
      409,
    );
    expect(refusal).toMatchObject({
      code: 'INSTRUCTOR_BUSY',
      message: 'Scheduling Conflict: Instructor Ina is already booked.',
      data: { clashes: [{ title: 'Ballet 1', date: monday }] },
    });
    expect(await owner.api.leads.get({ id: tryout.inquiryId })).toMatchObject({ status: 'new', version: 1 });
  });

  it('is warned of a busy room, which may be ignored', async () => {
    const { owner } = await app.studio();
    const tryout = await lead(owner);
    await makeClass(app, owner, { roomId: tryout.roomId });
    expect(await refused(owner.api.leads.scheduleTryout(tryout), 409)).toMatchObject({
      code: 'ROOM_BUSY',
      message: 'Warning: This room is already booked at this time.',
    });
    expect(await owner.api.leads.scheduleTryout({ ...tryout, ignoreRoomConflict: true })).toMatchObject({
      isRoomConflictIgnored: true,
    });
  });

  it('says what is wrong in the words of the specification', async () => {
    const { owner } = await app.studio();
    const tryout = await lead(owner);
    const wrong = [
      [{ instructorId: '' }, 'instructorId', 'Please fill in all required fields.'],
      [{ roomId: '' }, 'roomId', 'Please fill in all required fields.'],
      [{ sessionDate: '' }, 'sessionDate', 'Please fill in all required fields.'],
      [{ startTime: '' }, 'startTime', 'Please fill in all required fields.'],
      [{ endTime: '17:00' }, 'endTime', 'End time must be after start time.'],
      [{ isPaid: true }, 'priceCents', 'Please enter a valid price for paid tryouts.'],
      [{ isPaid: true, priceCents: 0 }, 'priceCents', 'Please enter a valid price for paid tryouts.'],
      [{ sessionDate: '2026-11-20' }, 'sessionDate', 'Choose today or a later date.'],
    ] as const;
    for (const [fields, field, message] of wrong) {
      const refusal = await refused(owner.api.leads.scheduleTryout({ ...tryout, ...fields }), 400);
      expect(refusal.data).toMatchObject({ issues: [{ path: [field], message }] });
    }
  });

  it('is not made of a session that is over', async () => {
    const { owner } = await app.studio();
    const { oneOffs } = owner.api.scheduling;
    const { inquiryId, ...slot } = await lead(owner);
    const past = { ...slot, sessionDate: '2026-11-20', inquiryId } as const;
    const { id } = await oneOffs.create({ ...past, sessionType: 'Private' });
    const { data } = await refused(oneOffs.update({ ...past, sessionType: 'Tryout', id, version: 1 }), 400);
    expect(data).toMatchObject({
      issues: [{ path: ['sessionDate'], message: 'Choose today or a later date.' }],
    });
    expect(await owner.api.leads.get({ id: inquiryId })).toMatchObject({ status: 'new' });
  });

  it('is not for who is a student already', async () => {
    const { owner } = await app.studio();
    const tryout = await lead(owner);
    const studentId = await makeStudent(app, owner);
    await app.database.inTenant(owner, (db) => convertInquiry(db, tryout.inquiryId, studentId));
    const refusal = await refused(owner.api.leads.scheduleTryout(tryout), 409);
    expect(refusal).toMatchObject({ code: 'ALREADY_CONVERTED', data: { studentId } });
    const sessions = await owner.api.scheduling.oneOffs.list({ start: monday, end: monday });
    expect(sessions.total).toBe(0);
  });

  it('moves the inquiry on when it is booked or changed as a one-off session, too', async () => {
    const { staff } = await app.studio();
    const { oneOffs } = staff.api.scheduling;
    const { inquiryId, ...slot } = await lead(staff);
    const statusOf = async (id: string) => (await staff.api.leads.get({ id })).status;
    const made = await oneOffs.create({ ...slot, sessionType: 'Private', inquiryId });
    expect(await statusOf(inquiryId)).toBe('new');
    const tryout = { ...slot, sessionType: 'Tryout', id: made.id } as const;
    await oneOffs.update({ ...tryout, inquiryId, version: 1 });
    expect(await statusOf(inquiryId)).toBe('Tryout Scheduled');
    const other = await staff.api.leads.create({ fullName: 'Bea' });
    await oneOffs.update({ ...tryout, inquiryId: other.id, version: 2 });
    expect(await statusOf(other.id)).toBe('Tryout Scheduled');
    await staff.api.leads.setStatus({ id: other.id, version: 2, status: 'enrolled' });
    await oneOffs.update({ ...tryout, inquiryId: other.id, endTime: '18:30', version: 3 });
    expect(await statusOf(other.id)).toBe('enrolled');
    const { id: third } = await staff.api.leads.create({ fullName: 'Cy' });
    await oneOffs.create({
      ...slot,
      sessionType: 'Tryout',
      inquiryId: third,
      startTime: '19:00',
      endTime: '20:00',
    });
    expect(await statusOf(third)).toBe('Tryout Scheduled');
  });

  it('is no one-off session either of who is a student already', async () => {
    const { owner } = await app.studio();
    const { oneOffs } = owner.api.scheduling;
    const { inquiryId, ...slot } = await lead(owner);
    const made = await oneOffs.create({ ...slot, sessionType: 'Private', inquiryId });
    const studentId = await makeStudent(app, owner);
    await app.database.inTenant(owner, (db) => convertInquiry(db, inquiryId, studentId));
    const later = { startTime: '19:00', endTime: '20:00' };
    const tryout = { ...slot, sessionType: 'Tryout', inquiryId } as const;
    for (const booking of [
      () => oneOffs.create({ ...tryout, ...later }),
      () => oneOffs.update({ ...tryout, id: made.id, version: 1 }),
    ])
      expect(await refused(booking(), 409)).toMatchObject({
        code: 'ALREADY_CONVERTED',
        message: 'Ana Ruiz is a student already.',
        data: { studentId },
      });
    const { items } = await oneOffs.list({ start: monday, end: monday });
    expect(items).toMatchObject([{ sessionType: 'Private' }]);
  });

  it('answers every role, other studios and visitors as it should', async () => {
    const { owner, instructor, student } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const tryout = await lead(owner);
    await refused(instructor.api.leads.scheduleTryout(tryout), 403);
    await refused(student.api.leads.scheduleTryout(tryout), 403);
    await refused(app.visitor.leads.scheduleTryout(tryout), 401);
    const theirs = await lead(other.owner);
    for (const part of ['inquiryId', 'instructorId', 'roomId'] as const)
      await refused(other.owner.api.leads.scheduleTryout({ ...theirs, [part]: tryout[part] }), 404);
  });
});

describe('a tryout that is called off', () => {
  const booked = async (by: Actor) => {
    const { inquiryId, ...slot } = await lead(by);
    const book = (sessionDate: string) => by.api.leads.scheduleTryout({ ...slot, inquiryId, sessionDate });
    const status = async () => (await by.api.leads.get({ id: inquiryId })).status;
    return { inquiryId, slot, book, status };
  };

  it('leaves a lead to be called, unless another one stands', async () => {
    const { staff } = await app.studio();
    const { book, status } = await booked(staff);
    const [first, second] = [await book(monday), await book('2026-11-24')];
    await staff.api.scheduling.oneOffs.cancel({ id: first.id });
    expect(await status()).toBe('Tryout Scheduled');
    await staff.api.scheduling.oneOffs.cancel({ id: second.id });
    expect(await status()).toBe('contacted');
    await staff.api.scheduling.oneOffs.cancel({ id: second.id });
    await book('2026-11-25');
    expect(await status()).toBe('Tryout Scheduled');
  });

  it('and what it was told to have been later', async () => {
    const { owner } = await app.studio();
    const { book, status } = await booked(owner);
    const { id } = await book(testToday);
    const log = (version: number, outcome: 'Cancelled' | 'Completed' | 'No Show') =>
      owner.api.attendance.outcome.log({ id, version, outcome });
    await log(1, 'Cancelled');
    expect(await status()).toBe('contacted');
    await log(2, 'Completed');
    expect(await status()).toBe('Tryout Scheduled');
    await log(3, 'No Show');
    expect(await status()).toBe('Tryout Scheduled');
  });

  it('or becomes somebody else’s', async () => {
    const { owner } = await app.studio();
    const { inquiryId, slot, book, status } = await booked(owner);
    const { id } = await book(monday);
    const other = await owner.api.leads.create({ fullName: 'Bea' });
    const tryout = { ...slot, id, sessionType: 'Tryout', inquiryId: other.id, version: 1 } as const;
    await owner.api.scheduling.oneOffs.update(tryout);
    expect(await status()).toBe('contacted');
    await owner.api.scheduling.oneOffs.update({ ...tryout, inquiryId, version: 2 });
    expect(await status()).toBe('Tryout Scheduled');
  });

  it('changes no status somebody chose', async () => {
    const { owner } = await app.studio();
    const { inquiryId, book, status } = await booked(owner);
    const { id } = await book(monday);
    await owner.api.leads.setStatus({ id: inquiryId, version: 2, status: 'enrolled' });
    await owner.api.scheduling.oneOffs.cancel({ id });
    expect(await status()).toBe('enrolled');
  });

  it('leaves who was to be called so, though another one was held', async () => {
    const { owner } = await app.studio();
    const { inquiryId, book, status } = await booked(owner);
    const held = await book(testToday);
    await owner.api.attendance.outcome.log({ id: held.id, version: 1, outcome: 'Completed' });
    const { id } = await book(monday);
    const { version } = await owner.api.leads.get({ id: inquiryId });
    await owner.api.leads.setStatus({ id: inquiryId, version, status: 'contacted' });
    await owner.api.scheduling.oneOffs.cancel({ id });
    expect(await status()).toBe('contacted');
  });

  it('is a tryout: another session of who asks leaves their inquiry where it is', async () => {
    const { owner } = await app.studio();
    const { inquiryId, slot, status } = await booked(owner);
    const priv = oneOffOn(
      { ...(await makeStage(app, owner)), ...slot },
      { inquiryId, sessionDate: testToday },
    );
    const { id } = await owner.api.scheduling.oneOffs.create(priv);
    const { id: coming } = await owner.api.scheduling.oneOffs.create({ ...priv, sessionDate: monday });
    const log = (version: number, outcome: 'Cancelled' | 'Completed') =>
      owner.api.attendance.outcome.log({ id, version, outcome });
    await owner.api.leads.setStatus({ id: inquiryId, version: 1, status: 'Tryout Scheduled' });
    await log(1, 'Cancelled');
    await owner.api.scheduling.oneOffs.cancel({ id: coming });
    expect(await status()).toBe('Tryout Scheduled');
    await owner.api.leads.setStatus({ id: inquiryId, version: 2, status: 'contacted' });
    await log(2, 'Completed');
    expect(await status()).toBe('contacted');
  });

  it('sees the one that is booked at the same moment', async () => {
    const { owner } = await app.studio();
    const { inquiryId, slot, book, status } = await booked(owner);
    const { id } = await book(monday);
    const stage = await makeStage(app, owner);
    const tryout = oneOffOn(
      { ...stage, ...slot },
      { sessionType: 'Tryout', inquiryId, sessionDate: '2026-11-24' },
    );
    let calledOff: Promise<unknown> = Promise.resolve();
    await app.database.inTenant(owner, async (db) => {
      await bookOneOff(db, tryout, testToday);
      calledOff = owner.api.scheduling.oneOffs.cancel({ id });
      await wait(300);
    });
    await calledOff;
    expect(await status()).toBe('Tryout Scheduled');
  });
});
