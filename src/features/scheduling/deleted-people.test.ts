import { describe, expect, it } from 'vitest';
import { makeClassroom, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const yesterday = '2026-11-20';
const deletedInstructor = 'This instructor was deleted. Choose another one.';

async function holdPaidPrivate(owner: Actor) {
  const stage = await makeStage(app, owner);
  const studentId = await makeStudent(app, owner);
  const booking = oneOffOn(stage, { studentId, sessionDate: yesterday, priceCents: 4500, isPaid: true });
  const { id } = await owner.api.scheduling.oneOffs.create(booking);
  return { stage, studentId, edit: { ...booking, id } };
}

async function deletePeople({ api }: Actor, { instructorId }: { instructorId: string }, studentId: string) {
  await api.people.instructors.delete({ id: instructorId });
  await api.enrollment.deleteStudent({ id: studentId });
}

describe('a session whose student and instructor were deleted', () => {
  it('is still corrected', async () => {
    const { owner, staff } = await app.studio();
    const { stage, studentId, edit } = await holdPaidPrivate(owner);
    await deletePeople(owner, stage, studentId);
    const { oneOffs } = staff.api.scheduling;
    expect(await oneOffs.update({ ...edit, isPaid: false, version: 1 })).toMatchObject({
      isPaid: false,
      paidOn: null,
      student: { fullName: 'Deleted student' },
      instructor: { fullName: 'Deleted instructor' },
    });
    const roomId = await makeClassroom(app, owner);
    expect(await oneOffs.update({ ...edit, roomId, priceCents: 100, version: 2 })).toMatchObject({
      priceCents: 100,
      room: { id: roomId },
    });
  });

  it('is not moved to another time for them, nor given to others who were deleted', async () => {
    const { owner } = await app.studio();
    const { stage, studentId, edit } = await holdPaidPrivate(owner);
    const others = { instructorId: await makeInstructor(app, owner) };
    const otherStudentId = await makeStudent(app, owner);
    await deletePeople(owner, stage, studentId);
    await deletePeople(owner, others, otherStudentId);
    const { oneOffs } = owner.api.scheduling;
    for (const moved of [{ sessionDate: '2026-11-19' }, { endTime: '18:30' }])
      expect((await refused(oneOffs.update({ ...edit, ...moved, version: 1 }), 409)).message).toBe(
        deletedInstructor,
      );
    for (const [noun, given] of [
      ['Instructor', others],
      ['Student', { studentId: otherStudentId }],
    ] as const)
      expect((await refused(oneOffs.update({ ...edit, ...given, version: 1 }), 404)).message).toBe(
        `${noun} not found in your organization.`,
      );
    const instructorId = await makeInstructor(app, owner);
    const moved = { ...edit, instructorId, sessionDate: '2026-11-19', version: 1 };
    expect((await refused(oneOffs.update(moved), 409)).message).toBe(
      'This student was deleted. Choose another one.',
    );
    await oneOffs.update({ ...moved, studentId: await makeStudent(app, owner) });
  });
});

it('an ended class whose instructor was deleted is renamed, moved to another room and shortened, not booked anew', async () => {
  const { owner } = await app.studio();
  const { classes } = owner.api.scheduling;
  const stage = await makeStage(app, owner);
  const ended = classOn(stage, { sessionEndDate: '2026-10-28' });
  const { id } = await classes.create(ended);
  await owner.api.people.instructors.delete({ id: stage.instructorId });
  const roomId = await makeClassroom(app, owner);
  const corrected = { ...ended, id, name: 'Ballet in autumn', roomId, appliesFrom: '2026-09-01' };
  const renamed = await classes.update({ ...corrected, version: 1 });
  expect(renamed).toMatchObject({
    name: 'Ballet in autumn',
    room: { id: roomId },
    instructor: { fullName: 'Deleted instructor' },
  });
  const shorter = { ...corrected, sessionStartDate: '2026-09-07', sessionEndDate: '2026-10-14' };
  expect(await classes.update({ ...shorter, daysOfWeek: ['Monday'], version: 2 })).toMatchObject({
    sessionEndDate: '2026-10-14',
    daysOfWeek: ['Monday'],
  });
  for (const booked of [
    { sessionEndDate: null },
    { sessionEndDate: '2026-10-21' },
    { sessionStartDate: '2026-09-01' },
    { endTime: '18:30' },
  ])
    expect(
      (await refused(classes.update({ ...shorter, daysOfWeek: ['Monday'], ...booked, version: 3 }), 409))
        .message,
    ).toBe(deletedInstructor);
  expect((await refused(classes.update({ ...shorter, version: 3 }), 409)).message).toBe(deletedInstructor);
});
