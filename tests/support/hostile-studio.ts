import { randomUUID } from 'node:crypto';
import { classOn, oneOffOn } from './schedule.ts';
import { testToday, type Actor } from './test-app.ts';

const everyDay = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const terms = { startDate: '2026-11-01', endDate: '2026-11-30', amountPaidCents: 100, numberOfSessions: 4 };
const longestNumber = 40;
const longestNotes = 2000;

/**
 * Fills a studio through its API so that each text stands in every field people write to, as far as it is short enough:
 * as many rooms, dance types, instructors, classes, students, inquiries, sessions and logs as there are texts.
 */
export async function fillWith({ api }: Actor, texts: readonly string[]): Promise<void> {
  const numbers = texts.filter(({ length }) => length <= longestNumber);
  let first: { classId: string; studentId: string } | undefined;
  for (const nth of texts.keys()) {
    // Another one in each field, so that no row holds one text alone.
    let field = 0;
    const next = (from: readonly string[]) => from[(nth + 7 * field++) % from.length] ?? '';
    const text = () => next(texts);
    const number = () => next(numbers);
    const notes = () => asManyAsFit([...texts.slice(nth), ...texts.slice(0, nth)]);
    const { id: roomId } = await api.catalog.classrooms.create({ name: text() });
    const { id: danceTypeId } = await api.catalog.danceTypes.create({ name: text() });
    const teacher = { fullName: text(), phoneNumber: number() };
    const { id: instructorId } = await api.people.instructors.create(teacher);
    const place = { roomId, danceTypeId, instructorId };
    const { id: classId } = await api.scheduling.classes.create(
      classOn(place, { name: text(), daysOfWeek: [...everyDay] }),
    );
    const { studentId } = await api.enrollment.enrollStudent({
      studentDetails: { fullName: text(), phoneNumber: number() },
      enrollmentItems: [{ ...terms, classId: first?.classId ?? classId, paymentNotes: notes() }],
    });
    first ??= { classId, studentId };
    const payment = { ...terms, ...first, paymentFor: 'renewal' as const, paymentNotes: text() };
    await api.payments.add(payment);
    await api.attendance.save({ classId, date: '2026-11-18', notes: notes(), idempotencyKey: randomUUID() });
    const { id: inquiryId } = await api.leads.create({
      fullName: text(),
      phoneNumber: number(),
      leadSource: text(),
      danceTypeInterest: text(),
      availabilityNotes: notes(),
    });
    const early = { ...place, sessionDate: testToday, startTime: '06:00', endTime: '07:00' };
    if (nth % 2) await api.leads.setStatus({ id: inquiryId, version: 1, status: 'contacted' });
    else await api.leads.scheduleTryout({ ...early, inquiryId });
    const later = { sessionDate: testToday, startTime: '08:00', endTime: '09:00', studentId };
    const { id } = await api.scheduling.oneOffs.create(oneOffOn(place, later));
    await api.attendance.outcome.log({ id, version: 1, notes: notes() });
    await api.organization.team.invite({ fullName: text(), email: `${id}@barre.test`, role: 'staff' });
  }
  const [name = '', fullName = '', country = '', city = ''] = texts;
  const [phoneNumber = ''] = numbers;
  const school = { version: 1, name, phoneNumber, country, city, timeZone: 'America/New_York' };
  await api.organization.profile.save({ version: 1, fullName, phoneNumber, school });
}

/** Notes of as many of the texts as they hold, a line each. */
function asManyAsFit(texts: readonly string[]): string {
  const lines: string[] = [];
  for (const text of texts) if ([...lines, text].join('\n').length <= longestNotes) lines.push(text);
  return lines.join('\n');
}
