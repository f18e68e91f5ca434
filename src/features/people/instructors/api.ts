import { randomUUID } from 'node:crypto';
import { defaultPayTerms, editedPayTerms, newPayTerms, type PayTerms } from '#features/payroll/rules.ts';
import { savePayTerms } from '#features/payroll/sql.ts';
import { instructorMissing, refuseDeletion } from '#features/people/instructors/rules.ts';
import {
  createInstructorInput,
  instructorInput,
  listInstructorsInput,
  updateInstructorInput,
  type Instructor,
} from '#features/people/instructors/schema.ts';
import {
  eraseUnlessTeaching,
  instructorColumns,
  isFoundBy,
  selectInstructor,
  selectPayTerms,
} from '#features/people/instructors/sql.ts';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import { deletedSince, once, onceErrors } from '#platform/idempotency.ts';
import { conflict, forbidden, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { isAllowed } from '#shared/access.ts';
import { compareNames } from '#shared/name-order.ts';

const tags = ['Instructors'];

export const instructorsApi = {
  list: procedure('managePeople')
    .route({ method: 'GET', path: '/instructors', tags, summary: 'List instructors by name, or search them' })
    .input(listInstructorsInput)
    .handler(async ({ context, input: { q } }): Promise<Instructor[]> => {
      const listed = await context.read((db) =>
        db
          .selectFrom('profiles')
          .select(instructorColumns(context))
          .where('role', '=', 'instructor')
          .where('erasedAt', 'is', null)
          .$if(q !== null, (found) => found.where(isFoundBy(q ?? '')))
          .orderBy('fullName')
          .orderBy('id'),
      );
      return listed.toSorted((a, b) => compareNames(a.fullName, b.fullName));
    }),

  get: procedure('readSchedule')
    .route({
      method: 'GET',
      path: '/instructors/{id}',
      tags,
      summary: 'Read one instructor; an instructor reads their own',
    })
    .input(instructorInput)
    .handler(async ({ context, input: { id } }): Promise<Instructor> => {
      if (!isAllowed(context.caller.role, 'managePeople') && context.caller.profileId !== id)
        throw forbidden();
      const [found] = await context.read((db) => selectInstructor(db, id, context));
      if (!found) throw notFound(instructorMissing);
      return found;
    }),

  payTerms: procedure('readPayroll')
    .route({
      method: 'GET',
      path: '/instructors/{id}/pay-terms',
      tags,
      summary: 'Read how an instructor is paid, or was before they were deleted',
    })
    .input(instructorInput)
    .handler(async ({ context, input: { id } }): Promise<PayTerms> => {
      const [found] = await context.read((db) => selectPayTerms(db, id));
      if (!found) throw notFound(instructorMissing);
      return found.payTerms;
    }),

  create: procedure('managePeople')
    .errors(onceErrors)
    .route({ method: 'POST', path: '/instructors', tags, summary: 'Add an instructor' })
    .input(createInstructorInput)
    .handler(({ context, input: { idempotencyKey: key, ...asked } }): Promise<Instructor> => {
      const { payTerms, ...person } = asked;
      if (payTerms) requirePayroll(context.caller);
      const answer = { id: randomUUID() };
      return context.tenant(async (db) => {
        const { id } = await once(
          db,
          { key, operation: 'createInstructor', input: asked, answer },
          async () => {
            await db
              .insertInto('profiles')
              .values({ ...answer, role: 'instructor', ...person })
              .execute();
            await savePayTerms(db, answer.id, newPayTerms(payTerms ?? defaultPayTerms));
          },
        );
        // As it is by now, for whoever asks once more.
        const added = await selectInstructor(db, id, context).executeTakeFirst();
        if (!added) throw deletedSince();
        return added;
      });
    }),

  update: procedure('managePeople')
    .route({ method: 'PATCH', path: '/instructors/{id}', tags, summary: 'Change an instructor' })
    .input(updateInstructorInput)
    .handler(({ context, input: { id, version, payTerms: typed, ...person } }): Promise<Instructor> => {
      if (typed) requirePayroll(context.caller);
      return context.tenant(async (db) => {
        const changed = await db
          .updateTable('profiles')
          .set(person)
          .where('id', '=', id)
          .where('version', '=', version)
          .where('role', '=', 'instructor')
          .where('erasedAt', 'is', null)
          .returning(instructorColumns(context))
          .executeTakeFirst();
        if (!changed) return await refuseUpdate(db, id);
        if (!typed) return changed;
        const terms = editedPayTerms(typed);
        await savePayTerms(db, id, terms);
        return { ...changed, payTerms: terms };
      });
    }),

  delete: procedure('deletePeople')
    .route({
      method: 'DELETE',
      path: '/instructors/{id}',
      tags,
      summary: 'Erase an instructor who no longer teaches',
    })
    .input(instructorInput)
    .handler(({ context, input: { id } }): Promise<void> =>
      context.tenant(async (db) => {
        const { fullName } = await lockInstructor(db, id);
        const refusal = refuseDeletion(fullName, await eraseUnlessTeaching(db, id, context.moment));
        if (refusal) throw conflict(refusal);
      }),
    ),
};

function requirePayroll({ role }: Caller): void {
  if (!isAllowed(role, 'readPayroll')) throw forbidden('You do not have permission to set pay terms.');
}

async function refuseUpdate(db: Tx, id: string): Promise<never> {
  await lockInstructor(db, id);
  return await refuseUnchanged(db, 'profiles', id, instructorMissing);
}

async function lockInstructor(db: Tx, id: string): Promise<{ fullName: string }> {
  const found = await db
    .selectFrom('profiles')
    .select('fullName')
    .where('id', '=', id)
    .where('role', '=', 'instructor')
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound(instructorMissing);
  return found;
}
