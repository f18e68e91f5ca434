import { describe, expect, it, vi } from 'vitest';
import { loginsOf, refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';
const roles = ['instructor', 'student'] as const;
const calls = ['get', 'invite', 'signOut', 'end'] as const;

describe('an invitation to sign in', () => {
  it.each(roles)('gives a login to the %s who is there, and sends the way in', async (role) => {
    const { owner } = await app.studio();
    const { id, email } = await add(owner, role);
    expect(await owner.api.people.signIn.get({ id })).toEqual({
      access: 'none',
      email: null,
      invitedAt: null,
      lastUsedAt: null,
      hasTwoStep: false,
    });
    expect(await owner.api.people.signIn.invite({ id })).toEqual({ email });
    expect(app.letters.at(-1)).toMatchObject({
      to: email,
      subject: 'Olive Owner invited you to Alice School',
    });
    expect(app.letters.at(-1)?.text).toMatch(/\/login\?view=update_password&token=\S+/);
    expect(await owner.api.people.signIn.get({ id })).toMatchObject({
      access: 'invited',
      email,
      invitedAt: expect.any(Date),
      lastUsedAt: null,
    });
    expect(await loginsOf(app, id)).toEqual([email]);
  });

  it('is sent again as often as asked for, also at once, and gives one login', async () => {
    const { owner, staff } = await app.studio();
    const { id, email } = await add(owner, 'student');
    const before = app.letters.length;
    await Promise.all([owner, staff, owner].map(({ api }) => api.people.signIn.invite({ id })));
    await staff.api.people.signIn.invite({ id });
    const letters = app.letters.slice(before).filter(({ text }) => text.includes('token='));
    expect(letters.map(({ to }) => to)).toEqual([email, email, email, email]);
    expect(await loginsOf(app, id)).toEqual([email]);
  });

  it('says when the letter could not be sent', async () => {
    const { owner } = await app.studio();
    const { id } = await add(owner, 'instructor');
    vi.spyOn(app.letters, 'push').mockImplementationOnce(() => {
      throw new Error('the mail server is away');
    });
    const { message } = await refused(owner.api.people.signIn.invite({ id }), 503);
    expect(message).toBe('Ada Plié is invited, but the letter could not be sent. Send the invitation again.');
    expect(await owner.api.people.signIn.get({ id })).toMatchObject({ access: 'invited' });
  });

  it('needs an email address', async () => {
    const { owner } = await app.studio();
    const { id } = await add(owner, 'student', null);
    const { message } = await refused(owner.api.people.signIn.invite({ id }), 409);
    expect(message).toBe('Ada Plié has no email address. Add one, then invite them.');
  });

  it('goes to the corrected address, and the mistyped one lets nobody in any more', async () => {
    const { owner } = await app.studio();
    const { id } = await add(owner, 'student');
    await owner.api.people.signIn.invite({ id });
    const email = await changeEmail(owner, id);
    await owner.api.people.signIn.invite({ id });
    expect(app.letters.at(-1)?.to).toBe(email);
    expect(app.letters.at(-1)?.text).toContain('token=');
    expect(await owner.api.people.signIn.get({ id })).toMatchObject({ access: 'invited', email });
    expect(await loginsOf(app, id)).toEqual([email]);
    expect(await linksOf(id)).toBe(1);
  });

  it('is refused for who can sign in, with the address they use', async () => {
    const { owner, student } = await app.studio();
    const id = student.profileId;
    expect((await refused(owner.api.people.signIn.invite({ id }), 409)).message).toBe(
      'Student Person can sign in already.',
    );
    await changeEmail(owner, id);
    expect((await refused(owner.api.people.signIn.invite({ id }), 409)).message).toBe(
      `Student Person signs in with ${student.email}. To change that, end their access and invite them again.`,
    );
    expect(await owner.api.people.signIn.get({ id })).toMatchObject({
      access: 'active',
      email: student.email,
      lastUsedAt: expect.any(Date),
    });
    expect(await loginsOf(app, id)).toEqual([student.email]);
  });

  it('looks the same when the address has a login with another studio, whatever is done next', async () => {
    const { owner } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const told = await Promise.all(
      [bob.email, addressOfNobody()].map(async (email) => {
        const answers: unknown[] = [];
        const tell = async (call: Promise<unknown>) =>
          answers.push(withoutAddress(await call.catch(String), email));
        const { id } = await add(owner, 'student', email);
        await tell(owner.api.people.signIn.invite({ id }));
        await tell(owner.api.people.signIn.get({ id }));
        await tell(owner.api.people.signIn.invite({ id }));
        const sibling = await add(owner, 'student', email.toUpperCase(), 'Ben Plié');
        await tell(owner.api.people.signIn.invite({ id: sibling.id }));
        await tell(owner.api.people.signIn.get({ id: sibling.id }));
        await tell(owner.api.people.signIn.end({ id }));
        await tell(owner.api.people.signIn.get({ id }));
        await tell(owner.api.people.signIn.invite({ id: sibling.id }));
        const cleo = await owner.api.functions.addUserToOrg({ email, fullName: 'Cleo', role: 'student' });
        const sam = { email, fullName: 'Sam', role: 'staff' } as const;
        await tell(owner.api.organization.team.invite(sam));
        for (const each of [sibling, cleo]) await owner.api.people.signIn.end({ id: each.id });
        const staff = await owner.api.organization.team.invite(sam);
        await tell(owner.api.people.signIn.invite({ id }));
        await owner.api.organization.team.remove({ profileId: staff.id });
        return answers;
      }),
    );
    expect(told[0]).toEqual(told[1]);
    expect(told[0]?.[3]).toContain('is what Ada Plié signs in with or was invited with');
    expect(await loginsOf(app, bob.profileId)).toEqual([bob.email]);
    const letters = app.letters.filter(({ to }) => to === bob.email);
    expect(letters.length).toBeGreaterThan(2);
    for (const { text } of letters) expect(text).not.toContain('token=');
  });

  it('gives an address to one of two people who are invited at once', async () => {
    const { owner } = await app.studio();
    const email = addressOfNobody();
    const people = [
      await add(owner, 'student', email, 'Ada'),
      await add(owner, 'instructor', email, 'Ben'),
      await add(owner, 'student', email.toUpperCase(), 'Cleo'),
    ];
    const outcomes = await Promise.allSettled(people.map(({ id }) => owner.api.people.signIn.invite({ id })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const logins = await Promise.all(people.map(({ id }) => loginsOf(app, id)));
    expect(logins.flat()).toEqual([email]);
  });
});

describe('access', () => {
  it.each(roles)('of a %s ends with its login and sessions, and can be given anew', async (role) => {
    const studio = await app.studio();
    const { owner } = studio;
    const { userId, profileId: id, email } = studio[role];
    await owner.api.people.signIn.end({ id });
    await owner.api.people.signIn.end({ id });
    const { rows } = await app.database.pool.query('select from auth.session where user_id = $1', [userId]);
    expect(rows).toHaveLength(0);
    expect(await loginsOf(app, id)).toEqual([]);
    expect(await owner.api.people.signIn.get({ id })).toMatchObject({ access: 'none', email: null });
    await owner.api.people.signIn.invite({ id });
    expect(await loginsOf(app, id)).toEqual([email]);
  });

  it.each(roles)('of a %s stays when their devices are signed out, and nobody else’s are', async (role) => {
    const studio = await app.studio();
    const { owner } = studio;
    const { userId, profileId: id, email } = studio[role];
    await openSession(userId);
    expect(await owner.api.people.signIn.signOut({ id })).toEqual({ ended: 2 });
    expect(await owner.api.people.signIn.signOut({ id })).toEqual({ ended: 0 });
    const { rows } = await app.database.pool.query('select from auth.session where user_id = any ($1)', [
      Object.values(studio).map((actor) => actor.userId),
    ]);
    expect(rows).toHaveLength(4);
    expect(await loginsOf(app, id)).toEqual([email]);
  });

  it.each([
    ['has run out', `select`, '-1 day'],
    [
      'waits for its second step',
      `insert into auth.two_step (user_id, secret, since) select user_id, 'a secret', now() from whole`,
      '1 day',
    ],
  ])('says nothing of a session that %s, and ends it all the same', async (_, before, left) => {
    const { owner, student } = await app.studio();
    const { userId, profileId: id } = student;
    const { lastUsedAt } = await owner.api.people.signIn.get({ id });
    await app.database.pool.query(
      `with whole as (update auth.session set two_step_at = now() where user_id = $1 returning user_id), before as (${before})
        insert into auth.session (user_id, token, expires_at, updated_at)
          values ($1, $2, now() + $3::interval, now() + interval '1 hour')`,
      [userId, crypto.randomUUID(), left],
    );
    expect(await owner.api.people.signIn.get({ id })).toMatchObject({ lastUsedAt });
    expect(await owner.api.people.signIn.signOut({ id })).toEqual({ ended: 1 });
    expect(await owner.api.people.signIn.get({ id })).toMatchObject({ lastUsedAt: null });
    const { rows } = await app.database.pool.query('select from auth.session where user_id = $1', [userId]);
    expect(rows).toHaveLength(0);
  });

  it('takes the links of an invitation with it', async () => {
    const { owner } = await app.studio();
    const { id } = await add(owner, 'student');
    await owner.api.people.signIn.invite({ id });
    expect(await linksOf(id)).toBe(1);
    const { rows } = await app.database.pool.query<{ user: string }>(
      'select user_id as user from auth.membership where profile_id = $1',
      [id],
    );
    await owner.api.people.signIn.end({ id });
    const left = await app.database.pool.query('select from auth.verification where value = $1', [
      rows[0]?.user,
    ]);
    expect(left.rows).toHaveLength(0);
  });

  it('is neither given to nor kept by a person who was erased', async () => {
    const { owner } = await app.studio();
    const { id } = await add(owner, 'student');
    await owner.api.people.signIn.invite({ id });
    await Promise.allSettled([
      owner.api.enrollment.deleteStudent({ id }),
      owner.api.people.signIn.invite({ id }),
    ]);
    expect(await loginsOf(app, id)).toEqual([]);
    for (const call of calls) await refused(owner.api.people.signIn[call]({ id }), 404);
  });

  it('of the office is not reached by it', async () => {
    const { owner, admin, staff } = await app.studio();
    for (const { profileId: id } of [owner, admin, staff])
      for (const call of calls) await refused(owner.api.people.signIn[call]({ id }), 404);
    expect(await loginsOf(app, staff.profileId)).toEqual([staff.email]);
  });

  it('is the office’s to change, an instructor’s that of those who see their pay', async () => {
    const { admin, staff, instructor, student } = await app.studio();
    for (const actor of [instructor, student])
      for (const call of calls) {
        await refused(actor.api.people.signIn[call]({ id: actor.profileId }), 403);
        await refused(app.visitor.people.signIn[call]({ id: actor.profileId }), 401);
      }
    const { profileId: id } = instructor;
    expect(await staff.api.people.signIn.get({ id })).toMatchObject({ access: 'active' });
    await refused(staff.api.people.signIn.end({ id }), 403);
    await refused(staff.api.people.signIn.signOut({ id }), 403);
    expect(await staff.api.people.signIn.signOut({ id: student.profileId })).toEqual({ ended: 1 });
    await admin.api.people.signIn.end({ id });
    await refused(staff.api.people.signIn.invite({ id }), 403);
    await admin.api.people.signIn.invite({ id });
    await staff.api.people.signIn.end({ id: student.profileId });
    await staff.api.people.signIn.invite({ id: student.profileId });
  });

  it('of another studio’s people can not be seen or changed', async () => {
    const { owner } = await app.studio();
    const bob = await app.studio({ name: 'Bob School' });
    for (const id of [bob.student.profileId, bob.instructor.profileId, unknown])
      for (const call of calls) await refused(owner.api.people.signIn[call]({ id }), 404);
    for (const call of calls) await refused(owner.api.people.signIn[call]({ id: 'nobody' }), 400);
    expect(await loginsOf(app, bob.student.profileId)).toEqual([bob.student.email]);
  });
});

const addressOfNobody = () => `new-${crypto.randomUUID()}@barre.test`;

async function add(
  by: Actor,
  role: 'instructor' | 'student',
  email: string | null = addressOfNobody(),
  fullName = 'Ada Plié',
) {
  const profile = await app.database.inTenant(by, (db) =>
    db.insertInto('profiles').values({ role, fullName, email }).returning('id').executeTakeFirstOrThrow(),
  );
  return { id: profile.id, email };
}

async function changeEmail({ api }: Actor, id: string): Promise<string> {
  const { version, fullName } = await api.people.students.get({ id });
  const email = addressOfNobody();
  await api.people.students.update({ id, version, fullName, email });
  return email;
}

async function openSession(userId: string): Promise<void> {
  await app.database.pool.query(
    `insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '1 day')`,
    [userId, crypto.randomUUID()],
  );
}

/** How many links let a person set a password. */
async function linksOf(profileId: string): Promise<number> {
  const { rows } = await app.database.pool.query(
    'select from auth.verification v join auth.membership m on m.user_id::text = v.value where m.profile_id = $1',
    [profileId],
  );
  return rows.length;
}

function withoutAddress(answer: unknown, email: string): string {
  return JSON.stringify(answer ?? null)
    .replaceAll(new RegExp(email, 'gi'), '<address>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>');
}
