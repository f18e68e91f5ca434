import { randomUUID } from 'node:crypto';
import {
  availableStudentsInput,
  deleteStudentInput,
  enrollInput,
  enrollStudentInput,
  registrationInput,
  restoreRegistrationInput,
  rosterInput,
  updateRegistrationInput,
  type AvailableStudents,
  type EnrollmentItem,
  type Roster,
} from '#features/enrollment/schema.ts';
import {
  endRegistration,
  eraseStudent,
  insertRegistration,
  insertStudent,
  notEnrolled,
  refuseErased,
  restoreRegistration,
  selectAvailable,
  selectRoster,
  updateRegistration,
} from '#features/enrollment/sql.ts';
import { convertInquiry } from '#features/leads/sql.ts';
import { paidOnProblem } from '#features/payments/rules.ts';
import { refuseMissing } from '#features/payments/sql.ts';
import { birthProblem, studentProfileMissing } from '#features/people/students/rules.ts';
import { once, onceErrors } from '#platform/idempotency.ts';
import { badInput, conflict, notFound, procedure } from '#platform/procedure.ts';
import { isAllowed } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';

const tags = ['Enrollment'];
const classMissing = 'Class not found'; // spec §8, roster
const inquiryUsed =
  'What you sent before was saved after all, though no answer came, and the student was deleted since. The inquiry stays theirs: enroll them anew without it.';

export const enrollmentApi = {
  enrollStudent: procedure('managePeople')
    .errors(onceErrors)
    .route({
      method: 'POST',
      path: '/students',
      tags,
      summary: 'Enroll a new student in one or more classes with what was paid for each',
    })
    .input(enrollStudentInput)
    .handler(({ context, input }) => {
      const { idempotencyKey: key, ...asked } = input;
      const { studentDetails, enrollmentItems, inquiryId } = asked;
      const problem = birthProblem(studentDetails.dateOfBirth, context.today);
      if (problem) throw badInput('studentDetails.dateOfBirth', problem);
      refuseLater(enrollmentItems, context.today);
      const answer = { studentId: randomUUID() };
      return context.tenant(async (db) => {
        const request = { key, operation: 'enrollStudent', input: asked, answer };
        const enrolled = await once(db, request, async () => {
          await insertStudent(db, answer.studentId, studentDetails, enrollmentItems, context.today);
          if (inquiryId) await convertInquiry(db, inquiryId, answer.studentId);
        });
        if (enrolled.studentId !== answer.studentId)
          await refuseErased(db, enrolled.studentId, inquiryId ? notFound(inquiryUsed) : undefined);
        return enrolled;
      });
    }),

  roster: procedure('takeAttendance')
    .route({
      method: 'GET',
      path: '/classes/{classId}/roster',
      tags,
      summary: 'Who is enrolled in a class on a date; instructors read their own classes, without contacts',
    })
    .input(rosterInput)
    .handler(async ({ context, input: { classId, date } }): Promise<Roster> => {
      const { role, profileId } = context.caller;
      const isManager = isAllowed(role, 'managePeople');
      const [found] = await context.read(() => selectRoster(classId, date, context.today, isManager));
      if (!found || (!isManager && !found.instructorIds.includes(profileId))) throw notFound(classMissing);
      const { instructorIds: _, ...roster } = found;
      return roster;
    }),

  available: procedure('managePeople')
    .route({
      method: 'GET',
      path: '/classes/{classId}/available-students',
      tags,
      summary: 'Students who are not enrolled in a class',
    })
    .input(availableStudentsInput)
    .handler(async ({ context, input: { classId, q, limit } }): Promise<AvailableStudents> => {
      const [found] = await context.read(() => selectAvailable(classId, q, limit));
      if (!found) throw notFound(classMissing);
      return found;
    }),

  enroll: procedure('managePeople')
    .route({
      method: 'POST',
      path: '/classes/{classId}/students',
      tags,
      summary: 'Enroll a student in a class, from today or an earlier day',
    })
    .input(enrollInput)
    .handler(({ context, input }) => context.tenant((db) => insertRegistration(db, input, context.today))),

  update: procedure('managePeople')
    .route({
      method: 'PATCH',
      path: '/class-registrations/{registrationId}',
      tags,
      summary: 'Change from which day a student is enrolled',
    })
    .input(updateRegistrationInput)
    .handler(({ context, input }) => context.tenant((db) => updateRegistration(db, input, context.today))),

  remove: procedure('managePeople')
    .route({
      method: 'DELETE',
      path: '/classes/{classId}/students/{studentId}',
      tags,
      summary: 'Remove a student from a class, keeping that they were there',
    })
    .input(registrationInput)
    .handler(({ context, input }) =>
      context.tenant(async (db) => {
        const ended = await endRegistration(db, input, context.today);
        if (ended) return ended;
        await refuseMissing(db, input);
        throw notFound(notEnrolled);
      }),
    ),

  restore: procedure('managePeople')
    .route({
      method: 'POST',
      path: '/class-registrations/{registrationId}/restore',
      tags,
      summary: 'Take back a removal of today',
    })
    .input(restoreRegistrationInput)
    .handler(({ context, input: { registrationId } }) =>
      context.tenant(async (db) => {
        const restored = await restoreRegistration(db, registrationId, context.today);
        if (!restored)
          throw conflict(
            'This removal can no longer be taken back. If student and class are still there, enroll the student again.',
          );
        return restored;
      }),
    ),

  deleteStudent: procedure('deletePeople')
    .route({
      method: 'DELETE',
      path: '/students/{id}',
      tags,
      summary:
        'Erase a student: their name, contacts, login and registrations go, payments and attendance stay',
    })
    .input(deleteStudentInput)
    .handler(({ context, input: { id } }): Promise<void> =>
      context.tenant(async (db) => {
        if (!(await eraseStudent(db, id, context.moment))) throw notFound(studentProfileMissing);
      }),
    ),
};

function refuseLater(items: readonly EnrollmentItem[], today: LocalDate): void {
  for (const [nth, { paidOn }] of items.entries()) {
    const problem = paidOnProblem(paidOn, today);
    if (problem) throw badInput(`enrollmentItems.${nth}.paidOn`, problem);
  }
}
