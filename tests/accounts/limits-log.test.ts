import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { openLog } from '#platform/log.ts';
import {
  join,
  newAddress,
  parameterIn,
  password,
  signInElsewhere,
  useFrontDoor,
  type Visitor,
} from './front-door.ts';

const door = useFrontDoor();
type Line = { level: string; text: unknown; [field: string]: unknown };
const lines: Line[] = [];

beforeEach(() => {
  lines.length = 0;
  const { log } = door.app;
  const listen = (to: Pick<typeof log, 'info' | 'warn'>, bindings: object) => {
    for (const level of ['info', 'warn'] as const)
      vi.spyOn(to, level).mockImplementation((what: unknown, text?: string) => {
        const fields = typeof what === 'string' ? { text: what } : { ...Object(what), text };
        lines.push({ level, ...bindings, ...fields });
      });
  };
  vi.restoreAllMocks();
  const child = log.child.bind(log);
  listen(log, {});
  vi.spyOn(log, 'child').mockImplementation((bindings, options) => {
    const made = child(bindings, options);
    listen(made, bindings);
    return made;
  });
});

const limitsReached = () => lines.filter(({ text }) => text === 'limit reached').map(({ limit }) => limit);

it('names each limit that was reached once a minute, and nobody who reached it', async () => {
  const { visitor: owner, email } = await join(door);
  const guess = (visitor: Visitor) =>
    visitor.post('/api/auth/sign-in/email', { email, password: 'guess-guess' });
  await owner.post('/api/auth/sign-out', {});
  for (let tries = 0; tries < 24; tries++) await guess(door.visitor());
  expect(limitsReached()).toEqual(['guessesOfStrangers']);
  for (let tries = 0; tries < 12; tries++) await guess(owner);
  const asker = door.visitor();
  for (let tries = 0; tries < 7; tries++) {
    await door.app.database.pool.query('delete from auth.rate_limit');
    await asker.post('/api/auth/sign-in/magic-link', { email });
  }
  for (let tries = 0; tries < 7; tries++)
    await asker.post('/api/auth/request-password-reset', { email: newAddress() });
  const form = { name: 'Una', email: 'una@studio.test' };
  for (let tries = 0; tries < 7; tries++) await asker.post('/demo-request', new URLSearchParams(form));
  expect(limitsReached()).toEqual([
    'guessesOfStrangers',
    'guessesInKnownBrowser',
    'lettersFromOneNetwork',
    'requestsFromOneNetwork',
    'demoRequests',
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/barre\.test|studio\.test|10\.1\.|Una|guess-guess/);
});

it('names the limit of invitations', async () => {
  const { visitor: owner } = await join(door);
  const ina = { fullName: 'Ina Vited', email: newAddress('invited'), role: 'staff' };
  for (let tries = 0; tries < 11; tries++) await owner.post('/api/team', ina);
  expect(limitsReached()).toEqual(['invitations']);
});

it('tells what was too much at once from what the database could not answer', async () => {
  const flood = Array.from({ length: 60 }, () =>
    door.visitor().post('/api/auth/sign-up/email', { email: newAddress('crowd'), password, name: 'Crowd' }),
  );
  expect((await Promise.all(flood)).filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  expect(limitsReached()).toContain('passwordsWaiting');
});

it('tells why the database did nothing once a minute for each reason, and not of whom it was asked', async () => {
  const { visitor } = await join(door);
  const { pool } = door.app.database;
  const add = () => visitor.post('/api/classrooms', { name: 'Lara' });
  expect((await add()).status).toBe(200);
  const refuseBy = (code: string) =>
    pool.query(`create or replace function refuse(what text) returns boolean language plpgsql as $$ begin
      raise exception 'refused by ${code}' using errcode = '${code}', detail = what; end $$`);
  // As when the disk is full.
  await refuseBy('53100');
  await pool.query('create policy refuse on classrooms as restrictive using (refuse(name))');
  const answers = [await add(), await add()];
  // As when a statement takes too long.
  await refuseBy('57014');
  answers.push(await visitor.get('/api/archive'), await visitor.get('/api/archive'));
  await pool.query('drop function refuse cascade');
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  const err = (code: string) => ({ level: 'warn', err: { code, message: `refused by ${code}` } });
  const told = lines.filter(({ text }) => text === 'the database refused');
  expect(told).toMatchObject([err('53100'), err('57014')]);
  for (const { requestId } of told) expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  const written: string[] = [];
  const log = openLog('warn', { write: (line) => written.push(line) });
  for (const line of told) log.warn(line);
  expect(written.join('')).not.toMatch(/Lara|barre\.test/);
});

it('tells refused input, without what was typed', async () => {
  const { visitor } = await join(door);
  lines.length = 0;
  await visitor.post('/api/classrooms', { name: '', pupil: 'Ana' });
  await visitor.post('/rpc/catalog/classrooms/create', { json: { name: 7 } });
  await visitor.post('/api/auth/sign-in/email', { email: 'no address', password: 'x' });
  await visitor.post('/demo-request', new URLSearchParams({ name: 'Una' }));
  const refused = lines.filter(({ text }) => text === 'input refused');
  expect(refused).toEqual([
    expect.objectContaining({ procedure: 'catalog.classrooms.create' }),
    expect.objectContaining({ procedure: 'catalog.classrooms.create' }),
    expect.anything(),
    expect.anything(),
  ]);
  for (const { requestId } of refused) expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(refused)).not.toMatch(/pupil|Ana|Una|address/);
});

it('tells who was refused what, by their role or by whose the rows are', async () => {
  const { visitor: owner } = await join(door);
  const email = newAddress('desk');
  await owner.post('/api/team', { fullName: 'Desk', email, role: 'staff' });
  const token = parameterIn((await door.mail.letterTo(email)).text, 'token');
  await door.visitor().post('/api/auth/reset-password', { token, newPassword: password });
  const { visitor: staff } = await signInElsewhere(door, email);
  expect((await staff.get('/api/team')).status).toBe(403);
  expect((await staff.get('/api/archive')).status).toBe(403);
  const elsewhere = {
    organizationId: randomUUID(),
    sessionDate: '2026-11-23',
    startTime: '09:00',
    endTime: '10:00',
  };
  expect((await staff.post('/api/check_for_schedule_conflict', elsewhere)).status).toBe(403);
  const profileId: unknown = Object(await staff.session()).profileId;
  await door.app.database.pool.query(
    'insert into auth.team_two_step select organization_id from auth.membership where profile_id = $1',
    [profileId],
  );
  await expect.poll(() => staff.get('/api/organization').then(({ status }) => status)).toBe(403);
  expect(lines.filter(({ text }) => text === 'not permitted')).toMatchObject([
    { profileId, procedure: 'organization.team.list' },
    { profileId, procedure: 'archive' },
    { profileId, procedure: 'scheduling.checkForScheduleConflict' },
    { profileId, procedure: 'organization.get' },
  ]);
});
