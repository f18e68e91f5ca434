import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudents } from '#tests/support/factories.ts';
import { refused, testNow, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';
const settings = {
  name: 'New Name',
  phoneNumber: null,
  country: 'Nowhere',
  city: '',
  timeZone: 'Europe/Berlin',
};

describe('the studio', () => {
  it('is read and changed by owner and admin', async () => {
    const { owner, admin } = await app.studio();
    const before = await owner.api.organization.get();
    const after = await admin.api.organization.update({
      id: before.id,
      version: before.version,
      ...settings,
    });
    expect(after).toMatchObject({
      name: 'New Name',
      city: null,
      timeZone: 'Europe/Berlin',
      version: before.version + 1,
    });
    const stale = await refused(
      owner.api.organization.update({ id: before.id, version: before.version, ...settings }),
      409,
    );
    expect(stale).toMatchObject({ code: 'STALE', data: { changedBy: 'Admin Person' } });
  });

  it('is nobody else’s', async () => {
    const { owner, staff, instructor, student } = await app.studio();
    const other = await app.studio();
    const { id, version } = await other.owner.api.organization.get();
    const foreign = await refused(owner.api.organization.update({ id, version, ...settings }), 403);
    expect(foreign.message).toBe('You can only update your own organization.');
    for (const actor of [staff, instructor, student])
      await refused(actor.api.organization.update({ id, version, ...settings }), 403);
    await refused(app.visitor.organization.get(), 401);
  });

  it('names bad fields', async () => {
    const { owner } = await app.studio();
    const { id, version } = await owner.api.organization.get();
    const bad = await refused(
      owner.api.organization.update({ id, version, ...settings, timeZone: 'Mars/Olympus' }),
      400,
    );
    expect(bad.data).toMatchObject({ issues: [{ path: ['timeZone'] }] });
  });
});

describe('a time zone that takes the studio a day back', () => {
  // Past midnight in New York, ten in the evening in Los Angeles.
  beforeEach(() => app.setNow('2026-11-21T06:00:00Z'));
  afterEach(() => app.setNow(testNow));

  async function moveWest({ api }: Actor) {
    const { id, version } = await api.organization.get();
    await api.organization.update({ id, version, ...settings, timeZone: 'America/Los_Angeles' });
  }

  it('counts what was just paid on the day it is there, and no other payment anew', async () => {
    const { owner } = await app.studio();
    const { api } = owner;
    const { studentId, classId } = await makeSubscription(app, owner, { paidOn: '2026-11-20' });
    await makeSubscription(app, owner, { studentId, classId, paidOn: '2026-11-21' });
    await moveWest(owner);
    const paid = await api.payments.list({ studentId });
    expect(paid.map(({ paidOn, version }) => `${paidOn} ${version}`).toSorted()).toEqual([
      '2026-11-20 1',
      '2026-11-20 2',
    ]);
    const there = { startDate: '2026-11-20', endDate: '2026-11-20' };
    expect((await api.insights.get(there)).totalRevenueCents).toBe(24_000);
    const changed = paid.find(({ version }) => version === 2);
    const [change] = await api.payments.history({ id: changed?.id ?? '' });
    expect(change).toMatchObject({ by: 'Olive Owner', fields: [{ field: 'paidOn', before: '2026-11-21' }] });
  });

  it('keeps who was enrolled on the roster, and who was removed off it', async () => {
    const { owner } = await app.studio();
    const { api } = owner;
    const classId = await makeClass(app, owner);
    const [ada = '', ben = '', cleo = ''] = await makeStudents(app, owner, ['Ada', 'Ben', 'Cleo']);
    const enroll = (studentId: string) => api.enrollment.enroll({ classId, studentId });
    await enroll(ada);
    for (const studentId of [ben, cleo]) {
      await makeRegistration(app, owner, { classId, studentId, enrolledOn: '2026-11-16' });
      await api.enrollment.remove({ classId, studentId });
    }
    await enroll(cleo); // came back the same day
    await moveWest(owner);

    const { students } = await api.enrollment.roster({ classId, date: '2026-11-20' });
    expect(students.map(({ fullName, enrolledOn }) => [fullName, enrolledOn])).toEqual([
      ['Ada', '2026-11-20'],
      ['Cleo', '2026-11-20'],
    ]);
    const before = await api.enrollment.roster({ classId, date: '2026-11-19' });
    expect(before.students.map(({ fullName }) => fullName)).toEqual(['Ben', 'Cleo']);
  });
});

describe('Edit Profile', () => {
  it('saves the person and the school at once', async () => {
    const { owner } = await app.studio();
    const own = await owner.api.organization.profile.get();
    const school = await owner.api.organization.get();
    await owner.api.organization.profile.save({
      version: own.version,
      fullName: ' Olive Tendu ',
      phoneNumber: '+1 555 0100',
      school: { version: school.version, ...settings },
    });
    expect(await owner.api.organization.profile.get()).toMatchObject({
      fullName: 'Olive Tendu',
      phoneNumber: '+1 555 0100',
    });
    expect(await owner.api.organization.get()).toMatchObject({ name: 'New Name' });
  });

  it('saves nothing when the school’s half is stale', async () => {
    const { owner } = await app.studio();
    const own = await owner.api.organization.profile.get();
    const save = owner.api.organization.profile.save({
      version: own.version,
      fullName: 'Half Saved',
      phoneNumber: null,
      school: { version: 99, ...settings },
    });
    await refused(save, 409);
    expect((await owner.api.organization.profile.get()).fullName).toBe('Olive Owner');
  });

  it('is for everyone, the school for owner and admin', async () => {
    const { staff, instructor, student } = await app.studio();
    for (const actor of [staff, instructor, student]) {
      const { version } = await actor.api.organization.profile.get();
      const school = { version: 1, ...settings };
      await refused(
        actor.api.organization.profile.save({ version, fullName: 'X', phoneNumber: null, school }),
        403,
      );
      await actor.api.organization.profile.save({ version, fullName: 'Someone New', phoneNumber: null });
    }
  });
});

describe('the team', () => {
  it('grows by invitation, with a link that sets the password', async () => {
    const { owner } = await app.studio();
    const email = `new-${crypto.randomUUID()}@barre.test`;
    await owner.api.organization.team.invite({ fullName: 'Nell New', email, role: 'staff' });
    expect(app.letters.at(-1)).toMatchObject({
      to: email,
      subject: 'Olive Owner invited you to Alice School',
    });
    expect(app.letters.at(-1)?.text).toMatch(/\/login\?view=update_password&token=\S+/);
    const team = await owner.api.organization.team.list();
    expect(team.find((member) => member.email === email)).toMatchObject({ role: 'staff', access: 'invited' });
  });

  it('says when the invitation could not be sent, and is done once though asked for again and again', async () => {
    const { owner } = await app.studio();
    const member = {
      fullName: 'Nell New',
      email: `new-${crypto.randomUUID()}@barre.test`,
      role: 'staff',
    } as const;
    const ofThem = async () =>
      (await owner.api.organization.team.list()).filter(({ email }) => email === member.email);
    const failing = vi.spyOn(app.letters, 'push').mockImplementation(() => {
      throw new Error('the mail server is away');
    });
    const { message } = await refused(owner.api.organization.team.invite(member), 503);
    expect(message).toBe('Nell New was added, but the invitation could not be sent. Invite them again.');
    failing.mockRestore();
    const again = [1, 2, 3].map(() => owner.api.organization.team.invite(member));
    const ids = (await Promise.all(again)).map(({ id }) => id);
    expect(await ofThem()).toMatchObject([{ id: ids[0], access: 'invited' }]);
    expect(new Set(ids).size).toBe(1);
    expect(app.letters.at(-1)?.text).toMatch(/\/login\?view=update_password&token=\S+/);
    const other = await refused(owner.api.organization.team.invite({ ...member, role: 'admin' }), 409);
    expect(other.message).toBe('Nell New is in your team already.');
  });

  it('is no way to flood a mailbox', async () => {
    const { owner } = await app.studio();
    const name = crypto.randomUUID();
    const invite = (added: string) =>
      owner.api.organization.team.invite({
        fullName: 'Nell New',
        email: `${name}${added}@barre.test`,
        role: 'staff',
      });
    for (let nth = 0; nth < 10; nth++) await invite(nth % 2 ? '' : `+${nth}`);
    const { message } = await refused(invite(''), 429);
    expect(message).toBe(
      `No more invitations are sent to ${name}@barre.test for now. Ask Nell New to look for those that were, or invite them again in an hour.`,
    );
    expect(app.letters.filter(({ to }) => to.startsWith(name))).toHaveLength(10);
  });

  it('is no way to write to strangers without end', async () => {
    const [{ owner, admin }, other] = [await app.studio(), await app.studio()];
    const invite = (by: Actor) =>
      by.api.organization.team.invite({
        fullName: 'Nell New',
        email: `new-${crypto.randomUUID()}@barre.test`,
        role: 'staff',
      });
    await invite(owner);
    const key = `invite:studio:${owner.organizationId}`;
    await app.database.pool.query('update auth.turns set count = 499 where key = $1', [key]);
    await invite(admin);
    const sent = app.letters.length;
    const { message } = await refused(invite(owner), 429);
    expect(message).toBe(
      'Your studio has sent as many invitations as it may in a day. Nell New is on file: invite them again tomorrow.',
    );
    expect(app.letters).toHaveLength(sent);
    await invite(other.owner);
  });

  it('takes over the name with which somebody is invited again, until they have come in', async () => {
    const { owner, staff } = await app.studio();
    const email = `new-${crypto.randomUUID()}@barre.test`;
    await owner.api.organization.team.invite({ fullName: 'Nel New', email, role: 'staff' });
    const { id } = await owner.api.organization.team.invite({ fullName: 'Nell New', email, role: 'staff' });
    expect(app.letters.at(-1)).toMatchObject({ to: email, text: expect.stringMatching('Hello Nell New') });
    const known = { fullName: 'Another Name', email: staff.email, role: 'staff' } as const;
    await refused(owner.api.organization.team.invite(known), 409);
    const team = await owner.api.organization.team.list();
    expect(team.filter((member) => [id, staff.profileId].includes(member.id))).toMatchObject([
      { fullName: 'Nell New', access: 'invited' },
      { fullName: 'Staff Person', access: 'active' },
    ]);
  });

  it('answers alike for an address another studio uses, and tells only its reader', async () => {
    const { owner } = await app.studio();
    const other = await app.studio();
    await owner.api.organization.team.invite({ fullName: 'Taken', email: other.staff.email, role: 'staff' });
    expect(app.letters.at(-1)?.text).not.toContain('token=');
  });

  it('refuses who signs in as somebody else of the studio or was invited to, and names them', async () => {
    const { owner, instructor } = await app.studio();
    const invited = `invited-${owner.profileId}@barre.test`;
    const student = { email: invited, fullName: 'Ada Plié', role: 'student' } as const;
    await owner.api.functions.addUserToOrg(student);
    const me = await instructor.api.organization.profile.get();
    for (const [email, holder] of [
      [instructor.email.toUpperCase(), me.fullName],
      [invited, 'Ada Plié'],
    ] as const) {
      const invitation = owner.api.organization.team.invite({ fullName: 'Ira', email, role: 'staff' });
      const { message } = await refused(invitation, 409);
      expect(message).toBe(
        `${email} is what ${holder} signs in with or was invited with. Everybody who signs in needs an address of their own: give Ira another one, then invite them.`,
      );
    }
    expect(await owner.api.organization.team.list()).not.toContainEqual(
      expect.objectContaining({ fullName: 'Ira' }),
    );
  });

  it('refuses an address that stands in for a phone number, which is not theirs to give away', async () => {
    const { owner } = await app.studio();
    const phone = { fullName: 'Ira', email: '15551234567@phone.invalid' };
    const teamInvite = owner.api.organization.team.invite({ ...phone, role: 'staff' });
    expect((await refused(teamInvite, 409)).message).toContain('receives no mail');
    await refused(owner.api.functions.addUserToOrg({ ...phone, role: 'student' }), 409);
    const { id } = await owner.api.functions.adminCreateUser({ ...phone, role: 'student' });
    await refused(owner.api.people.signIn.invite({ id }), 409);
    const { rows } = await app.database.pool.query('select from auth.user where email = $1', [phone.email]);
    expect(rows).toEqual([]);
  });

  it('changes roles and takes access away, but not the owner’s or one’s own', async () => {
    const { owner, admin, staff } = await app.studio();
    const member = (await owner.api.organization.team.list()).find(({ id }) => id === staff.profileId);
    await admin.api.organization.team.changeRole({
      profileId: staff.profileId,
      version: member?.version ?? 0,
      role: 'admin',
    });
    await refused(
      admin.api.organization.team.changeRole({ profileId: owner.profileId, version: 1, role: 'staff' }),
      409,
    );
    await refused(admin.api.organization.team.remove({ profileId: admin.profileId }), 409);
    await refused(admin.api.organization.team.remove({ profileId: admin.profileId.toUpperCase() }), 409);
    await refused(admin.api.organization.team.remove({ profileId: owner.profileId }), 409);
    await admin.api.organization.team.remove({ profileId: staff.profileId });
    expect((await owner.api.organization.team.list()).map(({ id }) => id)).not.toContain(staff.profileId);
    const { rows } = await app.database.pool.query('select from auth.session where user_id = $1', [
      staff.userId,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('has one owner, whatever asks for another', async () => {
    const { owner, admin } = await app.studio();
    const another = app.database.inTenant(owner, (db) =>
      db.updateTable('profiles').set({ role: 'owner' }).where('id', '=', admin.profileId).execute(),
    );
    await expect(another).rejects.toMatchObject({ constraint: 'one_owner' });
  });

  it('is signed out everywhere one by one, but neither the owner nor oneself, and can sign in again', async () => {
    const { owner, admin, staff } = await app.studio();
    const { signOut } = admin.api.organization.team;
    await refused(signOut({ profileId: owner.profileId }), 409);
    await refused(signOut({ profileId: admin.profileId }), 409);
    expect(await signOut({ profileId: staff.profileId })).toEqual({ ended: 1 });
    const { rows } = await app.database.pool.query<{ id: string }>(
      'select user_id as id from auth.session where user_id = any ($1)',
      [[owner.userId, admin.userId, staff.userId]],
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual([owner.userId, admin.userId].toSorted());
    const logins = await app.database.pool.query('select from auth.user where id = $1', [staff.userId]);
    expect(logins.rows).toHaveLength(1);
    expect(await owner.api.organization.team.signOut({ profileId: staff.profileId })).toEqual({ ended: 0 });
  });

  it('is managed by owner and admin of the studio alone', async () => {
    const { owner, staff, instructor, student } = await app.studio();
    const other = await app.studio();
    for (const actor of [staff, instructor, student]) {
      await refused(actor.api.organization.team.list(), 403);
      await refused(
        actor.api.organization.team.invite({ fullName: 'X', email: 'x@x.test', role: 'staff' }),
        403,
      );
      await refused(actor.api.organization.team.remove({ profileId: owner.profileId }), 403);
      const ownRole = { profileId: actor.profileId, version: 1, role: 'admin' } as const;
      await refused(actor.api.organization.team.changeRole(ownRole), 403);
      await refused(actor.api.organization.team.signOut({ profileId: owner.profileId }), 403);
    }
    await refused(other.owner.api.organization.team.remove({ profileId: staff.profileId }), 404);
    await refused(
      other.owner.api.organization.team.changeRole({ profileId: staff.profileId, version: 1, role: 'admin' }),
      404,
    );
    await refused(other.owner.api.organization.team.remove({ profileId: unknown }), 404);
    for (const profileId of [staff.profileId, instructor.profileId])
      await refused(other.owner.api.organization.team.signOut({ profileId }), 404);
    await refused(owner.api.organization.team.signOut({ profileId: instructor.profileId }), 404);
    await refused(app.visitor.organization.team.list(), 401);
    await refused(
      owner.api.organization.team.invite({ fullName: 'X', email: 'no address', role: 'staff' }),
      400,
    );
    await refused(
      owner.api.organization.team.invite({ fullName: 'X', email: 'x@x.test', role: 'owner' as never }),
      400,
    );
  });

  it('keeps a history of roles', async () => {
    const { owner, staff } = await app.studio();
    await owner.api.organization.team.changeRole({ profileId: staff.profileId, version: 1, role: 'admin' });
    const history = await app.database.inTenant(owner, (db) =>
      db
        .selectFrom('auditLog')
        .select(['before', 'after', 'profileId'])
        .where('rowId', '=', staff.profileId)
        .execute(),
    );
    expect(history).toEqual([
      { before: { role: 'staff' }, after: { role: 'admin' }, profileId: owner.profileId },
    ]);
  });
});
