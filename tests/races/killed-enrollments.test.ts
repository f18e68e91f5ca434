import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { prepareServer, type ServerProcess } from '#tests/support/server-process.ts';
import { createDatabase, testEngines } from '#tests/support/test-database.ts';

// Thirty kills in all where both engines run. The embedded one dies with the server and takes longer to come back.
const kills = { embedded: 6, postgres: 24 };
const enrollersAtOnce = 6;

type Enrollment = { fullName: string; idempotencyKey: string; isAcknowledged: boolean };

describe.each(testEngines)('a server killed while students are enrolled on %s', (engine) => {
  it(
    `leaves each student whole or absent, through ${kills[engine]} kills`,
    { timeout: 600_000 },
    async () => {
      const place = await makePlace(engine);
      const server = await prepareServer(place.settings);
      try {
        await server.start();
        const token = await signUp(server);
        const classIds = await makeClasses(server, token);
        const enrollments: Enrollment[] = [];
        for (let round = 0; round < kills[engine]; round++) {
          const before = countAcknowledged(enrollments);
          const enrolling = enrollUntilStopped(server, token, classIds, enrollments, round);
          // In the middle of the work however slow the machine, and never at the same distance into it.
          while (countAcknowledged(enrollments) < before + 2) await wait(5);
          await wait((round * 7) % 40);
          await server.kill();
          await enrolling;
          await server.start();
        }
        const acknowledged = countAcknowledged(enrollments);
        expect(acknowledged).toBeGreaterThanOrEqual(2 * kills[engine]);
        expect(acknowledged).toBeLessThan(enrollments.length);
        await expectWhole(server, token, enrollments);
        // What was not answered is asked again with the same key: nobody is enrolled twice.
        for (const each of enrollments) if (!each.isAcknowledged) await enroll(server, token, classIds, each);
        await expectWhole(server, token, enrollments);
      } finally {
        await server.kill();
        await place.remove();
      }
    },
  );
});

function countAcknowledged(enrollments: readonly Enrollment[]): number {
  return enrollments.filter(({ isAcknowledged }) => isAcknowledged).length;
}

async function makePlace(engine: 'embedded' | 'postgres') {
  if (engine === 'postgres') {
    const { url, drop } = await createDatabase();
    return {
      settings: { DATABASE_URL: url, AUTH_SECRET: 'a secret only this test knows, long enough' },
      remove: drop,
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'barre-killed-'));
  return { settings: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function signUp(server: ServerProcess): Promise<string> {
  const { token } = await server.call<{ token: string }>('POST', '/api/auth/sign-up/email', '', {
    name: 'Olive Owner',
    email: 'owner@barre.test',
    password: 'a long password',
    organizationName: 'Killed School',
    timeZone: 'America/New_York',
  });
  return token;
}

async function makeClasses(server: ServerProcess, token: string): Promise<string[]> {
  const make = (path: string, body: unknown) =>
    server.call<{ id: string }>('POST', path, token, body).then(({ id }) => id);
  const roomId = await make('/api/classrooms', { name: 'Studio' });
  const danceTypeId = await make('/api/dance-types', { name: 'Ballet' });
  const instructorId = await make('/api/instructors', { fullName: 'Ina Instructor' });
  const ids: string[] = [];
  for (const hour of ['15', '16', '17']) {
    const times = {
      startTime: `${hour}:00`,
      endTime: `${hour}:50`,
      sessionStartDate: '2026-01-01',
      sessionEndDate: null,
    };
    ids.push(
      await make('/api/classes', {
        name: `Class ${hour}`,
        danceTypeId,
        instructorId,
        roomId,
        daysOfWeek: ['Monday'],
        ...times,
      }),
    );
  }
  return ids;
}

async function enrollUntilStopped(
  server: ServerProcess,
  token: string,
  classIds: readonly string[],
  enrollments: Enrollment[],
  round: number,
): Promise<void> {
  const one = async (nth: number) => {
    for (let turn = 0; ; turn++) {
      const enrollment = {
        fullName: `Dancer ${round} ${nth} ${turn}`,
        idempotencyKey: randomUUID(),
        isAcknowledged: false,
      };
      enrollments.push(enrollment);
      try {
        await enroll(server, token, classIds, enrollment);
        enrollment.isAcknowledged = true;
      } catch {
        return; // killed
      }
    }
  };
  await Promise.all(Array.from({ length: enrollersAtOnce }, (_, nth) => one(nth)));
}

function enroll(
  server: ServerProcess,
  token: string,
  classIds: readonly string[],
  { fullName, idempotencyKey }: Enrollment,
) {
  return server.call('POST', '/api/students', token, {
    studentDetails: { fullName },
    enrollmentItems: classIds.map((classId) => ({
      classId,
      amountPaidCents: 5_000,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      numberOfSessions: 4,
    })),
    idempotencyKey,
  });
}

type Page = { total: number; items: { id: string; fullName: string; classes: unknown[] }[] };

/** Everyone there has all three classes and payments and is there once; everyone acknowledged is there. */
async function expectWhole(
  server: ServerProcess,
  token: string,
  enrollments: readonly Enrollment[],
): Promise<void> {
  const found: Page['items'] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await server.call<Page>('GET', `/api/students?page=${page}&limit=100`, token);
    found.push(...items);
    if (found.length >= total) break;
  }
  const names = found.map(({ fullName }) => fullName);
  expect(new Set(names).size).toBe(names.length);
  expect(
    enrollments.filter(({ fullName, isAcknowledged }) => isAcknowledged && !names.includes(fullName)),
  ).toEqual([]);
  for (const { id, fullName, classes } of found) {
    const payments = await server.call<{ subscriptions?: unknown[] } | unknown[]>(
      'GET',
      `/api/students/${id}/subscriptions`,
      token,
    );
    const count = Array.isArray(payments) ? payments.length : payments.subscriptions?.length;
    expect({ fullName, classes: classes.length, payments: count }).toEqual({
      fullName,
      classes: 3,
      payments: 3,
    });
  }
}
