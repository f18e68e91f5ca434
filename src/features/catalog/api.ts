import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { deletedSince, once, onceErrors } from '#platform/idempotency.ts';
import { conflict, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { wallClock, type StudioMoment } from '#platform/studio-moment.ts';
import {
  createClassroomInput,
  createDanceTypeInput,
  deleteInput,
  updateClassroomInput,
  updateDanceTypeInput,
  type CatalogItem,
  type NewCatalogItem,
} from '#features/catalog/schema.ts';
import { counted } from '#shared/counted.ts';
import { localDateAt } from '#shared/local-date.ts';
import { nameKey } from '#shared/name-key.ts';
import { byName } from '#shared/name-order.ts';

/** What classrooms and dance types differ in. */
type Kind = {
  table: 'classrooms' | 'dance_types';
  column: 'roomId' | 'danceTypeId';
  path: '/classrooms' | '/dance-types';
  noun: string;
  missing: string;
  createInput: typeof createClassroomInput;
  updateInput: typeof updateClassroomInput;
};

const columns = ['id', 'name', 'version'] as const;
const tables = { classrooms: 'classrooms', dance_types: 'danceTypes' } as const;
const tags = ['Catalog'];

export const catalogApi = {
  classrooms: proceduresOf({
    table: 'classrooms',
    column: 'roomId',
    path: '/classrooms',
    noun: 'classroom',
    missing: 'Classroom not found.',
    createInput: createClassroomInput,
    updateInput: updateClassroomInput,
  }),
  danceTypes: proceduresOf({
    table: 'dance_types',
    column: 'danceTypeId',
    path: '/dance-types',
    noun: 'dance type',
    missing: 'Dance type not found.',
    createInput: createDanceTypeInput,
    updateInput: updateDanceTypeInput,
  }),
};

function proceduresOf(kind: Kind) {
  const { path, noun } = kind;
  return {
    list: procedure('readSchedule')
      .route({ method: 'GET', path, tags, summary: `List ${noun}s by name` })
      .handler(async ({ context }) => {
        const listed = await context.read((db) =>
          db.selectFrom(tables[kind.table]).select(columns).where('archivedAt', 'is', null).orderBy('name'),
        );
        return byName(listed);
      }),
    create: procedure('manageSchedule')
      .errors(onceErrors)
      .route({ method: 'POST', path, tags, summary: `Add a ${noun}` })
      .input(kind.createInput)
      .handler(({ context, input }) => context.tenant((db) => insertNamed(db, kind, input))),
    update: procedure('manageSchedule')
      .route({ method: 'PATCH', path: `${path}/{id}`, tags, summary: `Rename a ${noun}` })
      .input(kind.updateInput)
      .handler(({ context, input }) => context.tenant((db) => rename(db, kind, input))),
    delete: procedure('manageSchedule')
      .route({
        method: 'DELETE',
        path: `${path}/{id}`,
        tags,
        summary: `Delete a ${noun} that nothing uses any more; its history stays`,
      })
      .input(deleteInput)
      .handler(({ context, input }) =>
        context.tenant((db) => archiveUnused(db, kind, input.id, context.moment)),
      ),
  };
}

async function insertNamed(
  db: Tx,
  kind: Kind,
  { idempotencyKey: key, ...asked }: NewCatalogItem,
): Promise<CatalogItem> {
  const table = tables[kind.table];
  const answer = { id: randomUUID() };
  const { id } = await once(db, { key, operation: `${table}.create`, input: asked, answer }, async () => {
    await refuseTaken(db, kind, asked.name);
    await db
      .insertInto(table)
      .values({ ...asked, ...answer })
      .execute();
  });
  // As it is by now, for whoever asks once more.
  const added = await db
    .selectFrom(table)
    .select(columns)
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (!added) throw deletedSince();
  return added;
}

async function rename(
  db: Tx,
  kind: Kind,
  { id, version, name }: { id: string; version: number; name: string },
) {
  await refuseTaken(db, kind, name, id);
  const renamed = await db
    .updateTable(tables[kind.table])
    .set({ name })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('archivedAt', 'is', null)
    .returning(columns)
    .executeTakeFirst();
  if (renamed) return renamed;
  await lockNamed(db, kind, id);
  return await refuseUnchanged(db, kind.table, id, kind.missing);
}

/**
 * The unique index goes by how the database lowers letters, which without a locale are those of ASCII, and takes É as
 * one sign and as two for two names. Names are asked for one after the other: two at once would both find none.
 */
async function refuseTaken(db: Tx, { table, noun }: Kind, name: string, id?: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${table} || ':' || current_organization_id(), 0))`.execute(
    db,
  );
  const others = await db
    .selectFrom(tables[table])
    .select(['id', 'name'])
    .where('archivedAt', 'is', null)
    .execute();
  if (others.some((other) => other.id !== id && nameKey(other.name) === nameKey(name)))
    throw conflict(`A ${noun} with this name already exists.`);
}

async function archiveUnused(db: Tx, kind: Kind, id: string, moment: StudioMoment): Promise<void> {
  // Locked first: nothing can start using it between the count and the deletion.
  const { name } = await lockNamed(db, kind, id);
  const { classes, sessions } = await countUses(db, kind, id, moment);
  if (classes > 0)
    throw conflict(
      `${name} is used by ${counted(classes, 'class', 'classes')}. Move them to another ${kind.noun} or delete them first.`,
    );
  if (sessions > 0)
    throw conflict(
      `${name} is used by ${counted(sessions, 'one-time session')} to come. Move them to another ${kind.noun} or cancel them first.`,
    );
  await db
    .updateTable(tables[kind.table])
    .set({ archivedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

async function lockNamed(db: Tx, kind: Kind, id: string) {
  const found = await db
    .selectFrom(tables[kind.table])
    .select('name')
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound(kind.missing);
  return found;
}

async function countUses(db: Tx, { column }: Kind, id: string, moment: StudioMoment) {
  const today = localDateAt(moment.now, moment.timeZone);
  return await db
    .selectNoFrom((query) => [
      query
        .selectFrom('classes')
        .select(query.fn.countAll<number>().as('n'))
        // Also one that takes place there today and is somewhere else from tomorrow on.
        .where(({ or, eb }) =>
          or([
            eb(column, '=', id),
            sql<boolean>`${id} in (select ${sql.ref(column)} from classes_on(${today}::date) d where d.id = classes.id)`,
          ]),
        )
        .where('archivedAt', 'is', null)
        .where(({ or, eb }) => or([eb('sessionEndDate', 'is', null), eb('sessionEndDate', '>=', today)]))
        .as('classes'),
      query
        .selectFrom('oneOffSessions')
        .select(query.fn.countAll<number>().as('n'))
        .where(column, '=', id)
        .where('sessionDate', '>=', today)
        .where(sql<boolean>`session_date + end_time > ${wallClock(moment)}`)
        .where('cancelledAt', 'is', null)
        .where('outcome', 'is', null)
        .as('sessions'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ classes, sessions }) => ({ classes: classes ?? 0, sessions: sessions ?? 0 }));
}
