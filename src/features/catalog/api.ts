import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import { conflict, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import {
  createClassroomInput,
  createDanceTypeInput,
  deleteInput,
  updateClassroomInput,
  updateDanceTypeInput,
} from '#features/catalog/schema.ts';

type Kind = {
  table: 'classrooms' | 'dance_types';
  column: 'roomId' | 'danceTypeId';
  missing: string;
  noun: string;
};

const classroom: Kind = {
  table: 'classrooms',
  column: 'roomId',
  missing: 'Classroom not found.',
  noun: 'classroom',
};
const danceType: Kind = {
  table: 'dance_types',
  column: 'danceTypeId',
  missing: 'Dance type not found.',
  noun: 'dance type',
};

const columns = ['id', 'name', 'version'] as const;
const tables = { classrooms: 'classrooms', dance_types: 'danceTypes' } as const;

export const catalogApi = {
  classrooms: {
    list: procedure('readSchedule')
      .route({ method: 'GET', path: '/classrooms', tags: ['Catalog'], summary: 'List classrooms by name' })
      .handler(({ context }) =>
        context.read((db) =>
          db
            .selectFrom('classrooms')
            .select(columns)
            .orderBy(sql`lower(name)`),
        ),
      ),
    create: procedure('manageSchedule')
      .route({ method: 'POST', path: '/classrooms', tags: ['Catalog'], summary: 'Add a classroom' })
      .input(createClassroomInput)
      .handler(({ context, input }) => context.tenant((db) => insertNamed(db, classroom, input.name))),
    update: procedure('manageSchedule')
      .route({ method: 'PATCH', path: '/classrooms/{id}', tags: ['Catalog'], summary: 'Rename a classroom' })
      .input(updateClassroomInput)
      .handler(({ context, input }) => context.tenant((db) => rename(db, classroom, input))),
    delete: procedure('manageSchedule')
      .route({
        method: 'DELETE',
        path: '/classrooms/{id}',
        tags: ['Catalog'],
        summary: 'Delete a classroom that no class uses',
      })
      .input(deleteInput)
      .handler(({ context, input }) => context.tenant((db) => deleteUnused(db, classroom, input.id))),
  },
  danceTypes: {
    list: procedure('readSchedule')
      .route({ method: 'GET', path: '/dance-types', tags: ['Catalog'], summary: 'List dance types by name' })
      .handler(({ context }) =>
        context.read((db) =>
          db
            .selectFrom('danceTypes')
            .select(columns)
            .orderBy(sql`lower(name)`),
        ),
      ),
    create: procedure('manageSchedule')
      .route({ method: 'POST', path: '/dance-types', tags: ['Catalog'], summary: 'Add a dance type' })
      .input(createDanceTypeInput)
      .handler(({ context, input }) => context.tenant((db) => insertNamed(db, danceType, input.name))),
    update: procedure('manageSchedule')
      .route({
        method: 'PATCH',
        path: '/dance-types/{id}',
        tags: ['Catalog'],
        summary: 'Rename a dance type',
      })
      .input(updateDanceTypeInput)
      .handler(({ context, input }) => context.tenant((db) => rename(db, danceType, input))),
    delete: procedure('manageSchedule')
      .route({
        method: 'DELETE',
        path: '/dance-types/{id}',
        tags: ['Catalog'],
        summary: 'Delete a dance type that no class uses',
      })
      .input(deleteInput)
      .handler(({ context, input }) => context.tenant((db) => deleteUnused(db, danceType, input.id))),
  },
};

function insertNamed(db: Tx, kind: Kind, name: string) {
  return db.insertInto(tables[kind.table]).values({ name }).returning(columns).executeTakeFirstOrThrow();
}

async function rename(
  db: Tx,
  kind: Kind,
  { id, version, name }: { id: string; version: number; name: string },
) {
  const renamed = await db
    .updateTable(tables[kind.table])
    .set({ name })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst();
  return renamed ?? (await refuseUnchanged(db, kind.table, id, kind.missing));
}

async function deleteUnused(db: Tx, kind: Kind, id: string): Promise<void> {
  // Locked first: a class can not start using it between the count and the deletion.
  const found = await db
    .selectFrom(tables[kind.table])
    .select('name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound(kind.missing);
  const { classes, sessions } = await countUses(db, kind, id);
  if (classes > 0)
    throw conflict(
      `${found.name} is used by ${classes} ${classes === 1 ? 'class' : 'classes'}. Move them to another ${kind.noun} first.`,
    );
  if (sessions > 0)
    throw conflict(
      `${found.name} is used by ${sessions} one-off ${sessions === 1 ? 'session' : 'sessions'} and stays for the record.`,
    );
  await db.deleteFrom(tables[kind.table]).where('id', '=', id).execute();
}

async function countUses(db: Tx, kind: Kind, id: string) {
  return await db
    .selectNoFrom((query) => [
      query
        .selectFrom('classes')
        .select(query.fn.countAll<number>().as('n'))
        .where(kind.column, '=', id)
        .as('classes'),
      query
        .selectFrom('oneOffSessions')
        .select(query.fn.countAll<number>().as('n'))
        .where(kind.column, '=', id)
        .as('sessions'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ classes, sessions }) => ({ classes: classes ?? 0, sessions: sessions ?? 0 }));
}
