import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { changedFields, paidClassName, paidOnProblem, type PaidClass } from '#features/payments/rules.ts';
import {
  addSubscriptionInput,
  listSubscriptionsInput,
  subscriptionInput,
  updateSubscriptionInput,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionEdit,
} from '#features/payments/schema.ts';
import {
  insertSubscription,
  refuseMissing,
  selectSubscriptions,
  studentMissing,
  updateSubscription,
} from '#features/payments/sql.ts';
import type { Tx } from '#platform/database.ts';
import { once, onceErrors } from '#platform/idempotency.ts';
import { written } from '#platform/json-text.ts';
import { badInput, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { isAllowed } from '#shared/access.ts';
import type { LocalDate } from '#shared/local-date.ts';

const missing = "Subscription not found or you don't have permission to update it."; // spec §8
const tags = ['Payments'];

export const paymentsApi = {
  list: procedure('readOwnStudent')
    .route({
      method: 'GET',
      path: '/students/{studentId}/subscriptions',
      tags,
      summary: 'List a student’s payments with what each is worth today; a student reads their own',
    })
    .input(listSubscriptionsInput)
    .output(written<Subscription[]>())
    .handler(({ context: { caller, today, readText }, input: { studentId } }) => {
      const hasNotes = isAllowed(caller.role, 'managePayments');
      if (!hasNotes && caller.profileId !== studentId) throw notFound(studentMissing);
      return readText(selectSubscriptions(studentId, today, { hasNotes }));
    }),

  add: procedure('managePayments')
    .errors(onceErrors)
    .route({ method: 'POST', path: '/subscriptions', tags, summary: 'Record a payment' })
    .input(addSubscriptionInput)
    .handler(({ context, input }) => {
      refuseLater(input.paidOn, context.today);
      // What was seen is not what is asked: asked again after a lost answer, it sees the payment it made.
      const { idempotencyKey: key, paymentsSeen: _, ...asked } = input;
      const answer = { id: randomUUID() };
      return context.tenant((db) => {
        const work = () => insertSubscription(db, answer.id, input, context.today);
        return once(db, { key, operation: 'addSubscription', input: asked, answer }, work);
      });
    }),

  update: procedure('managePayments')
    .route({ method: 'PATCH', path: '/subscriptions/{id}', tags, summary: 'Correct a payment' })
    .input(updateSubscriptionInput)
    .handler(({ context, input }) => {
      refuseLater(input.paidOn, context.today);
      return context.tenant(async (db) => {
        const updated = await updateSubscription(db, input);
        return updated ?? (await refuseUpdate(db, input));
      });
    }),

  history: procedure('managePayments')
    .route({
      method: 'GET',
      path: '/subscriptions/{id}/history',
      tags,
      summary: 'Who changed a payment, when, from which values to which',
    })
    .input(subscriptionInput)
    .handler(async ({ context, input: { id } }): Promise<SubscriptionChange[]> => {
      const rows = await context.read(() => selectHistory(id));
      if (rows.length === 0) throw notFound(missing);
      return rows.map(({ before, after, oldClass, newClass, ...change }) => ({
        ...change,
        // By their ids: a class may have the name of another.
        fields: changedFields(before, after).map((changed) =>
          changed.field === 'classId'
            ? {
                ...changed,
                before: paidClassName(oldClass, newClass),
                after: paidClassName(newClass, oldClass),
              }
            : changed,
        ),
      }));
    }),
};

function refuseLater(paidOn: LocalDate | null, today: LocalDate): void {
  const problem = paidOnProblem(paidOn, today);
  if (problem) throw badInput('paidOn', problem);
}

/** Says why a payment was not changed: it or its new class is not there, or somebody was quicker. */
async function refuseUpdate(db: Tx, { id, version, classId }: SubscriptionEdit): Promise<never> {
  const found = await db
    .selectFrom('subscriptions')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst();
  if (found?.version !== version) return await refuseUnchanged(db, 'subscriptions', id, missing);
  await refuseMissing(db, { classId });
  throw badInput('classId', 'This class was deleted. Choose another one.');
}

type AuditRow = Omit<SubscriptionChange, 'fields'> & {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  oldClass: PaidClass | null;
  newClass: PaidClass | null;
};

/** Newest first, with the classes it was for. */
function selectHistory(id: string) {
  const asPaid = (paid: string) => sql`case when ${sql.ref(`${paid}.id`)} is not null then jsonb_build_object(
    'name', ${sql.ref(`${paid}.name`)}, 'daysOfWeek', ${sql.ref(`${paid}.days_of_week`)},
    'startTime', to_char(${sql.ref(`${paid}.start_time`)}, 'HH24:MI'), 'endTime', to_char(${sql.ref(`${paid}.end_time`)}, 'HH24:MI')) end`;
  return sql<AuditRow>`
    select a.at, p.full_name as by, a.action, a.before, a.after, ${asPaid('old_class')} as old_class, ${asPaid('new_class')} as new_class
    from audit_log a
    left join profiles p on p.organization_id = a.organization_id and p.id = a.profile_id
    left join classes old_class
      on old_class.organization_id = a.organization_id and old_class.id = (a.before ->> 'class_id')::uuid
    left join classes new_class
      on new_class.organization_id = a.organization_id and new_class.id = (a.after ->> 'class_id')::uuid
    where a.table_name = 'subscriptions' and a.row_id = ${id}
    order by a.id desc`;
}
