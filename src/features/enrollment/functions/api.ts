import { randomUUID } from 'node:crypto';
import {
  addUserPayload,
  createUserPayload,
  deleteUserPayload,
  type AddUserPayload,
  type CreateUserPayload,
} from '#features/enrollment/functions/schema.ts';
import { eraseStudent, insertStudent, refuseErased } from '#features/enrollment/sql.ts';
import { addWithLogin, refuseInviting, sendInvitation } from '#features/organization/person-logins.ts';
import { newPayTerms } from '#features/payroll/rules.ts';
import { savePayTerms } from '#features/payroll/sql.ts';
import { refuseDeletion } from '#features/people/instructors/rules.ts';
import { eraseUnlessTeaching } from '#features/people/instructors/sql.ts';
import { birthProblem } from '#features/people/students/rules.ts';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import { once, onceErrors } from '#platform/idempotency.ts';
import { badInput, conflict, forbidden, notFound, procedure } from '#platform/procedure.ts';
import type { StudioMoment } from '#platform/studio-moment.ts';
import { isAllowed } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';

// The server functions of spec §7, called with a bearer token. People made here have no login unless one is asked for.

const tags = ['Functions'];

export const functionsApi = {
  adminCreateUser: procedure('managePeople')
    .errors(onceErrors)
    .route({
      method: 'POST',
      path: '/admin-create-user',
      tags,
      summary: 'Create a student, with enrollments, or an instructor, with pay terms',
    })
    .input(createUserPayload)
    .handler(({ context, input: { idempotencyKey: key, ...asked } }) => {
      refuseOtherOrganization(context.caller, asked.organization_id);
      const problem = birthProblem(asked.date_of_birth, context.today);
      if (problem) throw badInput('date_of_birth', problem);
      const answer = { id: randomUUID() };
      return context.tenant(async (db) => {
        const request = { key, operation: 'adminCreateUser', input: asked, answer };
        const { id } = await once(db, request, () =>
          asked.role === 'student'
            ? createStudent(db, answer.id, asked, context.today)
            : createInstructor(db, answer.id, asked, context.caller),
        );
        if (id !== answer.id) await refuseErased(db, id);
        return profileOf(id, context.caller, asked);
      });
    }),

  addUserToOrg: procedure('managePeople')
    .route({
      method: 'POST',
      path: '/add-user-to-org',
      tags,
      summary: 'Create a person with a login and send them an invitation',
    })
    .input(addUserPayload)
    .handler(async ({ context, input }) => {
      refuseOtherOrganization(context.caller, input.organization_id);
      refuseInviting(context.caller, input.role);
      const person = { fullName: nameOf(input), email: input.email, role: input.role };
      const added = await context.tenant((db) => addWithLogin(db, person));
      await sendInvitation(context, added);
      return profileOf(added.id, context.caller, input);
    }),

  deleteUser: procedure('deletePeople')
    .route({ method: 'POST', path: '/delete-user', tags, summary: 'Erase a student or an instructor' })
    .input(deleteUserPayload)
    .handler(({ context, input: { userId } }) =>
      context.tenant(async (db) => {
        await deletePerson(db, userId, context.moment);
        return { userId };
      }),
    ),
};

function refuseOtherOrganization({ organizationId }: Caller, named: string | null): void {
  if (named !== null && named.toLowerCase() !== organizationId)
    throw forbidden('Could not determine your organization.');
}

async function createStudent(
  db: Tx,
  id: string,
  payload: CreateUserPayload,
  today: LocalDate,
): Promise<void> {
  const details = {
    fullName: nameOf(payload),
    email: payload.email,
    phoneNumber: payload.phone_number ?? payload.phoneNumber,
    gender: payload.gender,
    dateOfBirth: payload.date_of_birth,
  };
  const items = payload.enrollmentItems.map(({ classId, subscription }) => ({ classId, ...subscription }));
  await insertStudent(db, id, details, items, today);
}

async function createInstructor(
  db: Tx,
  id: string,
  payload: CreateUserPayload,
  { role }: Caller,
): Promise<void> {
  if (payload.enrollmentItems.length > 0)
    throw badInput('enrollmentItems', 'Only students are enrolled in classes.');
  const isPaid =
    payload.payment_type ?? payload.fixed_salary ?? payload.rate_per_class ?? payload.percentage_rate;
  if (isPaid !== null && !isAllowed(role, 'readPayroll'))
    throw forbidden('You do not have permission to set pay terms.');
  await db
    .insertInto('profiles')
    .values({
      id,
      role: 'instructor',
      fullName: nameOf(payload),
      email: payload.email,
      phoneNumber: payload.phone_number ?? payload.phoneNumber,
      gender: payload.gender,
      dateOfBirth: payload.date_of_birth,
    })
    .execute();
  const terms = {
    paymentType: payload.payment_type ?? 'per_class',
    fixedSalaryCents: payload.fixed_salary,
    ratePerClassCents: payload.rate_per_class,
    percentageRate: payload.percentage_rate,
  } as const;
  await savePayTerms(db, id, newPayTerms(terms));
}

async function deletePerson(db: Tx, id: string, moment: StudioMoment): Promise<void> {
  const person = await db
    .selectFrom('profiles')
    .select(['role', 'fullName'])
    .where('id', '=', id)
    .where('role', 'in', ['student', 'instructor'])
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw notFound('Failed to delete user.');
  if (person.role === 'student') return void (await eraseStudent(db, id, moment));
  const refusal = refuseDeletion(person.fullName, await eraseUnlessTeaching(db, id, moment));
  if (refusal) throw conflict(refusal);
}

function nameOf({ full_name, fullName }: { full_name: string | null; fullName: string | null }): string {
  return full_name ?? fullName ?? '';
}

/** The answer of spec §7: the profile, by the payload's names. */
function profileOf(id: string, { organizationId }: Caller, payload: CreateUserPayload | AddUserPayload) {
  return {
    id,
    organization_id: organizationId,
    role: payload.role,
    full_name: nameOf(payload),
    email: payload.email,
  };
}
