import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { furnish, type Kind } from '#tests/attacks/furnished-studio.ts';
import { rightInput, type Input } from '#tests/attacks/requests.ts';
import { listOperations, type Operation } from '#tests/support/operations.ts';
import { useTestApp, type Actor } from '#tests/support/test-app.ts';
import { hasPostgres } from '#tests/support/test-database.ts';

// Two tabs, two desks and a double click: whatever is edited by the version it was seen at is saved by one of them, and
// the other is told who was quicker.

const rounds = process.env['ATTACKS'] === 'all' ? 200 : 5;

type Edit = {
  /** Where the edited row is kept, and which of the furnished studio's things it is. */
  table: string;
  thing: Kind;
  /** The field that tells the two edits apart, with a value of its own for each; none for one that is always the same. */
  fieldOf: (word: string, nth: number) => Input;
  /** Where that field is kept, if not under its own name. */
  column?: string;
  isOnlyOfCaller?: true;
  /** What makes the same edit possible once more. */
  before?: string;
};

const named = { fieldOf: (name: string) => ({ name }) };
const fullName = { fieldOf: (word: string) => ({ fullName: word }) };
const one = <T>(values: readonly T[], nth: number) => values[nth % values.length];

/** By the names of the procedures. */
const edits: Record<string, Edit> = {
  'catalog.classrooms.update': { table: 'classrooms', thing: 'spareRoom', ...named },
  'catalog.danceTypes.update': { table: 'dance_types', thing: 'spareDanceType', ...named },
  'scheduling.classes.update': { table: 'classes', thing: 'class', ...named },
  'scheduling.oneOffs.update': {
    table: 'one_off_sessions',
    thing: 'oneOff',
    fieldOf: (_, nth) => ({ priceCents: 1000 + nth }),
  },
  'attendance.correct': {
    table: 'attendance_sessions',
    thing: 'attendance',
    fieldOf: (notes) => ({ notes }),
  },
  'attendance.outcome.log': {
    table: 'one_off_sessions',
    thing: 'oneOff',
    column: 'outcomeNotes',
    fieldOf: (notes) => ({ notes }),
  },
  'leads.update': { table: 'inquiries', thing: 'inquiry', ...fullName },
  'leads.setStatus': {
    table: 'inquiries',
    thing: 'inquiry',
    fieldOf: (_, nth) => ({ status: one(['new', 'contacted', 'enrolled'], nth) }),
  },
  'leads.undoConversion': {
    table: 'inquiries',
    thing: 'convertedInquiry',
    fieldOf: () => ({}),
    before: `update inquiries set status = 'Converted to Student', student_id = (select id from profiles
      where full_name = 'leaver') where full_name = 'converted lead'`,
  },
  'payments.update': {
    table: 'subscriptions',
    thing: 'subscription',
    fieldOf: (paymentNotes) => ({ paymentNotes }),
  },
  'people.students.update': { table: 'profiles', thing: 'student', ...fullName },
  'people.instructors.update': { table: 'profiles', thing: 'spareInstructor', ...fullName },
  'organization.update': {
    table: 'organizations',
    thing: 'organization',
    fieldOf: (city) => ({ city }),
  },
  'organization.profile.save': { table: 'profiles', thing: 'profile', isOnlyOfCaller: true, ...fullName },
  'organization.team.changeRole': {
    table: 'profiles',
    thing: 'member',
    fieldOf: (_, nth) => ({ role: one(['admin', 'staff'], nth) }),
  },
};

let operations: Operation[];
beforeAll(async () => {
  operations = await listOperations();
});

describe('edits that name the version they were made on', () => {
  it('are all tried here', () => {
    const versioned = operations.filter(({ body }) => 'version' in Object(body?.['properties']));
    expect(versioned.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(edits).toSorted());
  });
});

// One connection serves the embedded engine, so only a server sees two of them at once.
describe.runIf(hasPostgres)('of two edits made on one version at once', { timeout: 1_800_000 }, () => {
  const app = useTestApp('postgres');

  it.each(Object.entries(edits))('%s saves one and tells the other who was quicker', async (name, edit) => {
    const { table, thing, fieldOf, column, isOnlyOfCaller, before } = edit;
    const studio = await app.studio();
    const things = await furnish(app, studio, (what) => what);
    const operation = operations.find(({ operationId }) => operationId === name);
    if (!operation) throw new Error(`${name} is no operation`);
    const right = rightInput(operation, things);
    const editors = isOnlyOfCaller ? [studio.owner, studio.owner] : [studio.owner, studio.admin];
    const wins = editors.map(() => 0);
    for (let round = 0; round < rounds; round++) {
      if (before) await app.database.inTenant(studio.owner, (db) => sql.raw(before).execute(db));
      const { version } = await rowOf(studio.owner, table, things[thing]);
      // Every third time it is a double click: both are the same.
      const isDouble = round % 3 === 2;
      const tries = editors.map((by, nth) => {
        const own = isDouble ? 0 : nth;
        return { by, field: fieldOf(`Round ${round} of ${own}`, round + own) };
      });
      const answers = await Promise.allSettled(
        tries.map(({ by, field }) => callOf(by, name)({ ...right, version, ...field })),
      );
      const won = answers.map(({ status }) => status === 'fulfilled');
      expect([won.filter(Boolean).length, answers]).toEqual([1, answers]);
      const quicker = won.indexOf(true);
      wins[quicker] = (wins[quicker] ?? 0) + 1;
      const { by, field } = tries[quicker] ?? { by: studio.owner, field: {} };
      const kept = await rowOf(studio.owner, table, things[thing]);
      expect(kept).toMatchObject({ version: version + 1, ...keptAs(field, column) });
      const { fullName: changedBy } = await rowOf(by, 'profiles', by.profileId);
      expect(answers[1 - quicker]).toMatchObject({
        reason: {
          status: 409,
          code: 'STALE',
          message: `This was changed by ${String(changedBy)} just now.`,
          data: { changedBy, current: kept },
        },
      });
    }
    console.log(`${name}: ${rounds} times, won by the one and by the other`, wins);
  });

  async function rowOf(by: Actor, table: string, id: string) {
    const { rows } = await app.database.inTenant(by, (db) =>
      sql<{ row: Record<string, unknown> & { version: number } }>`
        select to_jsonb(t) as row from ${sql.table(table)} t where id = ${id}`.execute(db),
    );
    const [found] = rows;
    if (!found) throw new Error(`${id} is not in ${table}`);
    return found.row;
  }
});

function keptAs(field: Input, column?: string): Input {
  return column ? { [column]: Object.values(field)[0] } : field;
}

function callOf(by: Actor, name: string): (input: Input) => Promise<unknown> {
  return name.split('.').reduce<unknown>((node, key) => Object(node)[key] as unknown, by.api) as never;
}
