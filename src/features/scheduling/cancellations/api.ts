import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { once, onceErrors } from '#platform/idempotency.ts';
import { written } from '#platform/json-text.ts';
import { conflict, notFound, procedure, type StudioContext } from '#platform/procedure.ts';
import { wallClock, type StudioMoment } from '#platform/studio-moment.ts';
import { findToRestore, lockClasses, lookAtDate } from '#features/scheduling/cancellations/sql.ts';
import { unlessHeldTwice } from '#features/scheduling/classes/held-twice.ts';
import { asOf, daysOf, recordOverride, visibleClasses } from '#features/scheduling/classes/sql.ts';
import {
  bookingErrors,
  calendarInput,
  cancelDateInput,
  listCancellationsInput,
  restoreDateInput,
  restoreDaysInput,
  type Cancellation,
  type CancellationFilter,
  type CancelledDays,
  type Clash,
  type CancellationPage,
  type NewCancellation,
  type RestoredDays,
} from '#features/scheduling/schema.ts';
import { refuseClashes } from '#features/scheduling/sql.ts';
import type { LocalDate } from '#shared/local-date.ts';

// spec §5
const foreignClass = 'Class not found in your organization.';
const missing = 'This cancellation was not found. The date may have been restored already.';
const restoredSince =
  'This date was cancelled after all, though no answer came, and restored since. Send this once more to cancel it anew.';
const tags = ['Cancellations'];

type Cancelled = { classId: string; date: LocalDate; isArchived: boolean };

export const cancellationsApi = {
  list: procedure('readSchedule')
    .route({ method: 'GET', path: '/cancellations', tags, summary: 'List cancelled dates, the latest first' })
    .input(listCancellationsInput)
    .output(written<CancellationPage>())
    .handler(async ({ context, input }) => {
      const page = await context.readRowText(selectPage(input, context));
      if (!page) throw new Error('a page of cancellations is one row, however few they are');
      return page;
    }),
  create: procedure('manageSchedule')
    .errors(onceErrors)
    .route({
      method: 'POST',
      path: '/cancellations',
      tags,
      summary: 'Cancel one date of a class, which frees its room and instructor for that date',
    })
    .input(cancelDateInput)
    .handler(({ context, input }) => unlessHeldTwice(context, input, (db) => cancelDate(db, input))),
  cancelDays: procedure('manageSchedule')
    .route({
      method: 'POST',
      path: '/cancellations/days',
      tags,
      summary:
        'Cancel every class on every day of a range; one-time sessions stay, and what was logged or has begun today',
    })
    .input(calendarInput)
    .handler(({ context, input }) =>
      unlessHeldTwice(context, input, (db) => cancelDays(db, input, context.moment)),
    ),
  restoreDays: procedure('manageSchedule')
    .route({
      method: 'POST',
      path: '/cancellations/days/restore',
      tags,
      summary:
        'Take back a cancellation of several dates, but for those whose room or instructor is taken now',
    })
    .input(restoreDaysInput)
    .handler(({ context, input }) => context.tenant((db) => restoreDays(db, input.ids))),
  restore: procedure('manageSchedule')
    .errors(bookingErrors)
    .route({
      method: 'POST',
      path: '/cancellations/{id}/restore',
      tags,
      summary: 'Let a cancelled date take place again, if room and instructor are still free',
    })
    .input(restoreDateInput)
    .handler(({ context, input }) =>
      unlessHeldTwice(context, { cancellationId: input.id }, (db) => restoreDate(db, input)),
    ),
};

function selectPage(
  { classId, page, limit }: CancellationFilter,
  { caller, today }: Pick<StudioContext, 'caller' | 'today'>,
): RawBuilder<CancellationPage> {
  return sql<CancellationPage>`
    with matching as not materialized (
      select x.*, c.start_time, plain_text(c.name) as sort_name
      from class_cancellations x join classes c on c.id = x.class_id
      where (${classId ?? null}::uuid is null or x.class_id = ${classId ?? null}::uuid) and ${visibleClasses(caller, today)}
    ), page as materialized (
      select * from matching order by cancelled_date desc, start_time, sort_name, id
      limit (select ${limit}::integer) offset (select ${(page - 1) * limit}::integer)
    )
    select (select count(*)::integer from matching) as total, coalesce((
      select json_agg(item) from (
        ${selectCancellations(sql`page`)} order by x.cancelled_date desc, x.start_time, x.sort_name, x.id
      ) item
    ), '[]') as items`;
}

function selectCancellations(source: RawBuilder<unknown>): RawBuilder<Cancellation> {
  return sql<Cancellation>`
    select x.id, x.class_id as "classId", c.name as "className", x.cancelled_date as "cancelledDate",
      instructor.full_name as "instructorName", to_char(d.start_time, 'HH24:MI') as "startTime",
      to_char(d.end_time, 'HH24:MI') as "endTime", d.takes_place as "takesPlace", c.archived_at is not null as "isArchived"
    from ${source} x
      join classes c on c.id = x.class_id
      ${asOf(sql`x.cancelled_date`)}
      join profiles instructor on instructor.id = d.instructor_id`;
}

async function cancelDate(db: Tx, { idempotencyKey: key, ...asked }: NewCancellation): Promise<Cancellation> {
  const request = { key, operation: 'cancellations.create', input: asked, answer: { id: randomUUID() } };
  const { id } = await once(db, request, () => insertCancellation(db, { ...asked, ...request.answer }));
  // As it is by now, for whoever asks once more.
  const found = sql<Cancellation>`${selectCancellations(sql`class_cancellations`)} where x.id = ${id}`;
  const { rows } = await found.execute(db);
  const [cancellation] = rows;
  if (!cancellation) throw notFound(restoredSince);
  return cancellation;
}

async function insertCancellation(
  db: Tx,
  { id, classId, date }: { id: string; classId: string; date: LocalDate },
): Promise<void> {
  // Locked first, as whoever logs the date does: a log that is being saved is waited for and seen.
  const open = await sql`
    select from classes where id = ${classId} and archived_at is null for no key update`.execute(db);
  if (open.rows.length === 0) throw notFound(foreignClass);
  const { rows } = await sql`
    insert into class_cancellations (id, class_id, cancelled_date) select ${id}::uuid, ${classId}::uuid, ${date}::date
    where not exists (select from attendance_sessions where class_id = ${classId} and session_date = ${date}::date)
    returning id`.execute(db);
  if (rows.length === 0)
    throw conflict('An attendance log for this class on this date has already been submitted.');
}

/** Said again it does nothing more and answers the same, but for what is new: no key is needed. */
async function cancelDays(
  db: Tx,
  days: { start: LocalDate; end: LocalDate },
  moment: StudioMoment,
): Promise<CancelledDays> {
  const classIds = await lockClasses(db, sql<boolean>`true`);
  const now = wallClock(moment);
  // Being held, or held and not logged yet, it is not what is meant by days that begin today.
  const held = sql`(select c.id, day.date, day.date = ${now}::date and c.start_time <= ${now}::time as has_begun
    from ${daysOf(days)} day cross join lateral classes_on(day.date) c where c.archived_at is null)`;
  const { rows } = await sql<{ id: string }>`
    insert into class_cancellations (class_id, cancelled_date)
    select h.id, h.date from ${held} h
    where h.id = any(${classIds}::uuid[]) and not h.has_begun
      and not exists (select from attendance_sessions a where a.class_id = h.id and a.session_date = h.date)
    on conflict (organization_id, class_id, cancelled_date) do nothing returning id`.execute(db);
  const counted = await sql<Omit<CancelledDays, 'newIds'>>`
    select count(x.id)::integer as cancelled,
      (select count(*)::integer from attendance_sessions where session_date between ${days.start} and ${days.end}) as logged,
      (count(*) filter (where h.has_begun and x.id is null and a.id is null))::integer as begun
    from ${held} h
      left join class_cancellations x on x.class_id = h.id and x.cancelled_date = h.date
      left join attendance_sessions a on a.class_id = h.id and a.session_date = h.date`.execute(db);
  const { cancelled = 0, logged = 0, begun = 0 } = counted.rows[0] ?? {};
  return { newIds: rows.map(({ id }) => id), cancelled, logged, begun };
}

async function restoreDate(
  db: Tx,
  { id, ignoreRoomConflict }: { id: string; ignoreRoomConflict: boolean },
): Promise<{ classId: string; date: LocalDate; takesPlace: boolean }> {
  const cancelled = await lockCancelled(db, id);
  const { takesPlace, clashes } = await lookAtDate(db, cancelled);
  refuseClashes(clashes, ignoreRoomConflict);
  if (clashes.length > 0) await recordOverride(db, cancelled.classId);
  const { rows } = await sql`delete from class_cancellations where id = ${id} returning id`.execute(db);
  if (rows.length === 0) throw notFound(missing);
  return { classId: cancelled.classId, date: cancelled.date, takesPlace };
}

/**
 * Those that are gone or whose class is gone are no reason to keep the others, nor are those that are taken. A room that a
 * class shares because somebody said so is shared again with a class that is restored with it, and comes first; with nothing
 * else, which may have been booked meanwhile.
 */
async function restoreDays(db: Tx, ids: readonly string[]): Promise<RestoredDays> {
  await lockClasses(
    db,
    sql<boolean>`id in (select class_id from class_cancellations where id = any (${ids}::uuid[]))`,
  );
  // Each date locks all of its class: one after the other they would not be in that order.
  await sql`select lock_schedule(array_agg(room_id), array_agg(instructor_id))
    from schedules_of(array(select class_id from class_cancellations where id = any (${ids}::uuid[])))`.execute(
    db,
  );
  const { rows } = await sql<{ before: number }>`
    select count(*)::integer as before
    from (select unnest(${ids}::uuid[]) except select id from class_cancellations) gone`.execute(db);
  const dates = await findToRestore(db, ids);
  const free = dates.filter(({ isFree }) => isFree).map(({ id }) => id);
  // All at once: each statement projects anew every class it touches.
  if (free.length > 0)
    await sql`delete from class_cancellations where id = any (${free}::uuid[])`.execute(db);
  const restoredClasses = new Set<string>();
  let restored = 0;
  for (const { id, isFree, isRoomConflictIgnored, ...cancelled } of dates) {
    if (!isFree) {
      const { clashes } = await lookAtDate(db, cancelled);
      const isShared = ({ resource, id: other }: Clash) =>
        isRoomConflictIgnored && resource === 'room' && restoredClasses.has(other);
      if (!clashes.every(isShared)) continue;
      await sql`delete from class_cancellations where id = ${id}`.execute(db);
    }
    restoredClasses.add(cancelled.classId);
    restored += 1;
  }
  return { restored, taken: dates.length - restored, before: rows[0]?.before ?? 0 };
}

/**
 * The class is locked with it: nobody moves it between the check and the return of the date. Who holds it and when is
 * read after that: joined here, it would be what it was before waiting for a move.
 */
async function lockCancelled(db: Tx, id: string): Promise<Cancelled> {
  const { rows } = await sql<Cancelled>`
    select c.id as class_id, x.cancelled_date as date, c.archived_at is not null as is_archived
    from class_cancellations x
      join classes c on c.id = x.class_id
    where x.id = ${id}
    for no key update of c`.execute(db);
  const [cancelled] = rows;
  if (!cancelled) throw notFound(missing);
  if (cancelled.isArchived) throw notFound(foreignClass);
  return cancelled;
}
