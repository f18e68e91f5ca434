import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { makeClass, makeInstructor } from '#tests/support/factories.ts';
import { loginsOf, refused, testToday, useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';

describe('admin-create-user', () => {
  it('creates a student with enrollments, amounts in major units', async () => {
    const { staff } = await app.studio();
    const classId = await makeClass(app, staff, { name: 'Ballet 1' });
    const created = await staff.api.functions.adminCreateUser({
      full_name: 'Mia Möller',
      email: 'mia@example.com',
      phone_number: '555 0101',
      gender: 'Female',
      date_of_birth: '2012-05-06',
      role: 'student',
      organization_id: staff.organizationId,
      enrollmentItems: [
        {
          classId,
          className: 'Ballet 1',
          danceType: 'Ballet',
          subscription: {
            amount_paid: '120.50',
            start_date: '2026-12-01',
            end_date: '2027-02-28',
            number_of_sessions: '12',
            payment_notes: 'cash',
          },
        },
      ],
    });
    expect(created).toEqual({
      id: expect.any(String),
      organization_id: staff.organizationId,
      role: 'student',
      full_name: 'Mia Möller',
      email: 'mia@example.com',
    });
    expect(await staff.api.payments.list({ studentId: created.id })).toMatchObject([
      {
        classId,
        amountPaidCents: 12_050,
        numberOfSessions: 12,
        subscriptionType: 'time_based',
        paidOn: testToday,
      },
    ]);
  });

  it('creates a student from the few fields of the test page', async () => {
    const { owner } = await app.studio();
    const payload = { email: 'test@example.com', fullName: 'Test User', role: 'student' as const };
    const { id } = await owner.api.functions.adminCreateUser({
      ...payload,
      organization_id: owner.organizationId,
    });
    expect(await owner.api.people.students.get({ id })).toMatchObject({ fullName: 'Test User', classes: [] });
  });

  it('creates an instructor with pay terms, for those who may see pay', async () => {
    const { owner, staff } = await app.studio();
    const payload = {
      full_name: 'Ina',
      role: 'instructor' as const,
      payment_type: 'hybrid' as const,
      fixed_salary: 1000,
      rate_per_class: 12.5,
      percentage_rate: 0,
    };
    const { id } = await owner.api.functions.adminCreateUser(payload);
    expect((await owner.api.people.instructors.get({ id })).payTerms).toEqual({
      paymentType: 'hybrid',
      fixedSalaryCents: 100_000,
      ratePerClassCents: 1_250,
      percentageRate: null,
    });
    await refused(staff.api.functions.adminCreateUser(payload), 403);
    await staff.api.functions.adminCreateUser({ full_name: 'Ina', role: 'instructor' });
  });

  it('takes an empty amount, share and type of pay for none', async () => {
    const { owner } = await app.studio();
    const empty = { rate_per_class: '', percentage_rate: '' };
    const perClass = {
      full_name: 'Ina',
      role: 'instructor' as const,
      payment_type: 'hybrid' as const,
      ...empty,
    };
    const { id } = await owner.api.functions.adminCreateUser({ ...perClass, fixed_salary: '1000' });
    expect((await owner.api.people.instructors.get({ id })).payTerms).toEqual({
      paymentType: 'hybrid',
      fixedSalaryCents: 100_000,
      ratePerClassCents: null,
      percentageRate: null,
    });
    const unpaid = { ...perClass, payment_type: '' as const, fixed_salary: '' };
    const other = await owner.api.functions.adminCreateUser(unpaid);
    const { payTerms } = await owner.api.people.instructors.get({ id: other.id });
    expect(payTerms).toMatchObject({ paymentType: 'per_class', fixedSalaryCents: null });
  });

  it.each(['salary', 'hybrid'] as const)(
    'asks for the salary of a %s, which may be zero',
    async (payment_type) => {
      const { owner } = await app.studio();
      const payload = { full_name: 'Ina', role: 'instructor' as const, payment_type };
      expect((await refused(owner.api.functions.adminCreateUser(payload), 400)).data).toEqual({
        issues: [{ path: ['fixed_salary'], message: 'Enter the fixed monthly salary.' }],
      });
      const { id } = await owner.api.functions.adminCreateUser({ ...payload, fixed_salary: 0 });
      const { payTerms } = await owner.api.people.instructors.get({ id });
      expect(payTerms).toMatchObject({ paymentType: payment_type, fixedSalaryCents: 0 });
    },
  );

  it('refuses other studios, unknown classes and bad fields by name', async () => {
    const { owner } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const student = { full_name: 'Mia', role: 'student' as const };
    const { adminCreateUser } = owner.api.functions;
    expect(
      (await refused(adminCreateUser({ ...student, organization_id: bob.organizationId }), 403)).message,
    ).toBe('Could not determine your organization.');
    const subscription = {
      amount_paid: 1,
      start_date: testToday,
      end_date: testToday,
      number_of_sessions: 1,
    };
    const theirs = await makeClass(app, bob);
    for (const classId of [unknown, theirs]) {
      await refused(adminCreateUser({ ...student, enrollmentItems: [{ classId, subscription }] }), 404);
    }
    const bad: [string, object][] = [
      ['full_name', { full_name: ' ' }],
      ['role', { role: 'owner' }],
      ['role', { role: 'admin' }],
      ['date_of_birth', { date_of_birth: '2026-11-22' }],
      ['date_of_birth', { role: 'instructor', date_of_birth: '2026-11-22' }],
      ['fixed_salary', { fixed_salary: -1 }],
      ['rate_per_class', { rate_per_class: '0.005' }],
      ['percentage_rate', { percentage_rate: 100.01 }],
      ['percentage_rate', { percentage_rate: ' ' }],
      ['payment_type', { payment_type: 'monthly' }],
      ['percentage_rate', { percentage_rate: '1e1' }],
      ['percentage_rate', { percentage_rate: 'Infinity' }],
      ['is_admin', { is_admin: true }],
      ['enrollmentItems', { role: 'instructor', enrollmentItems: [{ classId: theirs, subscription }] }],
      [
        'enrollmentItems',
        { enrollmentItems: [{ classId: theirs, subscription: { ...subscription, amount_paid: NaN } }] },
      ],
      [
        'enrollmentItems',
        {
          enrollmentItems: [
            { classId: theirs, subscription: { ...subscription, number_of_sessions: '0x10' } },
          ],
        },
      ],
    ];
    for (const [field, change] of bad) {
      const { data } = await refused(adminCreateUser({ ...student, ...change } as never), 400);
      const [issue] = (data as { issues: { path: string[] }[] }).issues;
      expect([field, issue?.path[0]]).toEqual([field, field]);
    }
    const early = { ...subscription, end_date: '2026-11-20' };
    const backwards = adminCreateUser({
      ...student,
      enrollmentItems: [{ classId: theirs, subscription: early }],
    });
    expect((await refused(backwards, 400)).data).toMatchObject({
      issues: [{ path: ['enrollmentItems', '0', 'subscription', 'end_date'] }],
    });
    expect((await owner.api.people.students.list({ q: 'mia' })).total).toBe(0);
  });

  it.each(['student', 'instructor'] as const)(
    'answers a repeated request with the %s it made, unless they were deleted since',
    async (role) => {
      const { owner } = await app.studio();
      const { adminCreateUser, deleteUser } = owner.api.functions;
      const payload = { full_name: 'Mia', role, idempotencyKey: randomUUID() };
      const created = await adminCreateUser(payload);
      expect(await adminCreateUser(payload)).toEqual(created);
      await deleteUser({ userId: created.id });
      expect((await refused(adminCreateUser(payload), 404)).message).toContain('deleted since');
    },
  );

  it('says who is not signed in, and refuses roles that may not', async () => {
    const { instructor, student } = await app.studio();
    const payload = { full_name: 'Mia', role: 'student' as const };
    expect((await refused(app.visitor.functions.adminCreateUser(payload), 401)).message).toBe(
      'Not authenticated!',
    );
    for (const { api } of [instructor, student]) await refused(api.functions.adminCreateUser(payload), 403);
  });
});

describe('add-user-to-org', () => {
  it('gives a login and sends the way in', async () => {
    const { owner } = await app.studio();
    const email = `new-${owner.profileId}@example.com`;
    const { id } = await owner.api.functions.addUserToOrg({ email, fullName: 'Nia New', role: 'instructor' });
    const { rows } = await app.database.pool.query(
      'select profile_id from auth.membership where profile_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(app.letters.find(({ to }) => to === email)?.text).toContain('Set your password');
  });

  it('answers alike when the address has a login elsewhere, and gives none', async () => {
    const { owner } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const added = await owner.api.functions.addUserToOrg({
      email: bob.email,
      fullName: 'Bob',
      role: 'student',
    });
    expect(added).toMatchObject({ role: 'student', full_name: 'Bob' });
    const { rows } = await app.database.pool.query('select 1 from auth.membership where profile_id = $1', [
      added.id,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('finds the person it added when their invitation could not be sent, but tells siblings apart', async () => {
    const { owner } = await app.studio();
    const child = {
      email: `home-${owner.profileId}@example.com`,
      fullName: 'Ada Child',
      role: 'student' as const,
    };
    vi.spyOn(app.letters, 'push').mockImplementationOnce(() => {
      throw new Error('the mail server is away');
    });
    await refused(owner.api.functions.addUserToOrg(child), 503);
    const { id } = await owner.api.functions.addUserToOrg(child);
    const sibling = await owner.api.functions.addUserToOrg({ ...child, fullName: 'Ben Child' });
    // The sign-in their address has is of this studio.
    expect(app.letters.at(-1)?.text).toMatch(
      /Hello Ben Child[^]*a sign-in already, of somebody else here or with/,
    );
    const people = await app.database.readTenant(owner, (db) =>
      db.selectFrom('profiles').select('id').where('email', '=', child.email).orderBy('fullName'),
    );
    expect(people).toEqual([{ id }, { id: sibling.id }]);
  });

  it('goes by the address of the login once the email was corrected, and tells nothing of other studios', async () => {
    const { owner } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const corrected = { free: `right-${owner.profileId}@example.com`, taken: bob.email };
    const role = 'student' as const;
    for (const [fullName, email] of Object.entries(corrected)) {
      const mistyped = `${fullName}-${owner.profileId}@exmaple.com`;
      const { id } = await owner.api.functions.addUserToOrg({ email: mistyped, fullName, role });
      const { version } = await owner.api.people.students.get({ id });
      await owner.api.people.students.update({ id, version, fullName, email });
      expect((await owner.api.functions.addUserToOrg({ email, fullName, role })).id).toBe(id);
      expect(app.letters.at(-1)?.to).toBe(email);
      expect(app.letters.at(-1)?.text.includes('token=')).toBe(fullName === 'free');
      expect(await loginsOf(app, id)).toEqual(fullName === 'free' ? [email] : []);
    }
    expect(await loginsOf(app, bob.profileId)).toEqual([bob.email]);
  });

  it('leaves a login that was used alone', async () => {
    const { owner, student } = await app.studio();
    const email = `other-${owner.profileId}@example.com`;
    const { version, fullName } = await owner.api.people.students.get({ id: student.profileId });
    await owner.api.people.students.update({ id: student.profileId, version, fullName, email });
    await refused(owner.api.functions.addUserToOrg({ email, fullName, role: 'student' }), 409);
    expect(await loginsOf(app, student.profileId)).toEqual([student.email]);
  });

  it('lets only those who see pay invite somebody who will see their own', async () => {
    const { owner, staff } = await app.studio();
    const person = { email: `x-${owner.profileId}@example.com`, fullName: 'X', role: 'instructor' as const };
    await refused(staff.api.functions.addUserToOrg(person), 403);
    await owner.api.functions.addUserToOrg(person);
  });

  it('lets only management add management, and nobody an owner', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const payload = { email: 'x@example.com', fullName: 'X', role: 'staff' as const };
    await refused(staff.api.functions.addUserToOrg(payload), 403);
    for (const { api } of [instructor, student])
      await refused(api.functions.addUserToOrg({ ...payload, role: 'student' }), 403);
    await refused(owner.api.functions.addUserToOrg({ ...payload, role: 'owner' } as never), 400);
    await refused(owner.api.functions.addUserToOrg({ ...payload, email: 'x' }), 400);
    await refused(owner.api.functions.addUserToOrg({ ...payload, organization_id: unknown }), 403);
    await refused(app.visitor.functions.addUserToOrg(payload), 401);
    await admin.api.functions.addUserToOrg({ ...payload, email: `x-${admin.profileId}@example.com` });
  });
});

describe('delete-user', () => {
  it('erases a student or an instructor who no longer teaches', async () => {
    const { owner, student } = await app.studio();
    await owner.api.functions.deleteUser({ userId: student.profileId });
    await refused(owner.api.people.students.get({ id: student.profileId }), 404);
    const instructorId = await makeInstructor(app, owner, { fullName: 'Ina' });
    await makeClass(app, owner, { instructorId });
    expect((await refused(owner.api.functions.deleteUser({ userId: instructorId }), 409)).message).toMatch(
      /^Ina still teaches 1 current or future class/,
    );
    const idle = await makeInstructor(app, owner);
    expect(await owner.api.functions.deleteUser({ userId: idle })).toEqual({ userId: idle });
  });

  it('deletes nobody else, and nobody elsewhere', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    for (const userId of [unknown, owner.profileId, staff.profileId]) {
      expect((await refused(admin.api.functions.deleteUser({ userId }), 404)).message).toBe(
        'Failed to delete user.',
      );
    }
    await refused(bob.api.functions.deleteUser({ userId: student.profileId }), 404);
    for (const { api } of [staff, instructor, student])
      await refused(api.functions.deleteUser({ userId: student.profileId }), 403);
    await refused(owner.api.functions.deleteUser({ userId: 'x' }), 400);
    await refused(app.visitor.functions.deleteUser({ userId: student.profileId }), 401);
  });
});
