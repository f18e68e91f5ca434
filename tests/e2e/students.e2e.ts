import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeRegistration } from '#tests/support/enrollment-factories.ts';
import {
  makeClass,
  makeDanceType,
  makeInstructor,
  makeStudent,
  makeStudents,
} from '#tests/support/factories.ts';
import {
  expectAccessible,
  hearsOthers,
  hold,
  holdsFocus,
  keepToasts,
  loaded,
  said,
  useBrowser,
} from '#tests/support/browser.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();

describe('a student, from the cart to the books', () => {
  it('is enrolled in three classes, renews, is corrected, and leaves the payments behind', async () => {
    const { owner } = await stage.app.studio();
    await makeClasses(owner);
    const page = await stage.open('/dashboard/manage-students', { by: owner });

    await page.getByText('Your enrollment cart is empty').waitFor();
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await page.getByLabel('Full name').fill('Nora Tendu');
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await page.getByText('Please add at least one class enrollment before submitting.').first().waitFor();
    for (const name of ['Ballet One', 'Jazz One', 'Tap One']) await addToCart(page, name, '60');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    expect(await stored(owner)).toEqual({ registrations: 3, payments: 3, cents: 18_000 });

    await page.getByRole('link', { name: 'Nora Tendu', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Nora Tendu' }).waitFor();
    await page.getByText('ACTIVE', { exact: true }).waitFor();
    await addRenewal(page, '75.50');
    expect(await stored(owner)).toEqual({ registrations: 3, payments: 4, cents: 25_550 });

    await correctNewestPayment(page, '70.00');
    expect(await stored(owner)).toEqual({ registrations: 3, payments: 4, cents: 25_000 });
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Are you sure you want to delete this student?').waitFor();
    await page.getByRole('button', { name: 'Delete student' }).click();
    await said(page, 'User successfully deleted.');
    await page.getByRole('heading', { level: 1, name: 'Manage Students' }).waitFor();
    await loaded(page);
    await expect.poll(() => page.getByText('Nora Tendu').count()).toBe(0);
    expect(await stored(owner)).toEqual({ registrations: 0, payments: 4, cents: 25_000 });
  });

  it('is not enrolled twice by a double click', async () => {
    const { owner } = await stage.app.studio();
    await makeClasses(owner);
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    await page.getByLabel('Full name').fill('Dora Doubleclick');
    await addToCart(page, 'Ballet One', '60');
    await page.getByRole('button', { name: 'Enroll Student' }).dblclick();
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    expect(await stored(owner)).toEqual({ registrations: 1, payments: 1, cents: 6_000 });
  });
});

describe('a name that a student has already', () => {
  it('is told of while it is typed, and enrolled all the same', async () => {
    const { owner } = await stage.app.studio();
    await makeClasses(owner);
    const [id = ''] = await makeStudents(stage.app, owner, ['Adá Attitude', 'Ada Maria Attitude']);
    const { version, fullName } = await owner.api.people.students.get({ id });
    await owner.api.people.students.update({ id, version, fullName, email: 'ada@family.test' });
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    await loaded(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = decodeURIComponent(request.url());
      if (url.includes('students/list') && url.includes('"q"')) asked.push(url);
    });
    const told = page.getByRole('form', { name: 'Student' }).getByRole('status');
    const name = page.getByLabel('Full name');
    await name.pressSequentially('ada ');
    // Longer than it takes to be asked.
    await page.waitForTimeout(600);
    await name.pressSequentially(' attitude');
    const words = 'A student called Adá Attitude is here already. This would be another one.';
    await told.filter({ hasText: words }).waitFor();
    expect(asked).toHaveLength(1);
    await expectAccessible(page);

    const notice = await told.getByText(words).elementHandle();
    await name.pressSequentially(' ');
    await page.getByLabel('Email (optional)').pressSequentially('ada@other.test');
    await page.waitForTimeout(600);
    expect(await notice?.evaluate((node) => node.isConnected)).toBe(true);
    expect(asked).toHaveLength(1);

    await name.fill('Ada Attitudes');
    await expect.poll(() => told.textContent()).toBe('');
    await name.fill('Ada Attitude');
    await told.getByRole('link', { name: 'Open Adá Attitude’s profile' }).waitFor();
    await addToCart(page, 'Ballet One', '60');
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    await expect.poll(() => told.textContent()).toBe('');
    expect((await owner.api.people.students.list({ q: 'ada attitude' })).total).toBe(3);
  });

  it('is told of when an inquiry brings it, with the way to all who have it', async () => {
    const { owner } = await stage.app.studio();
    await makeStudents(stage.app, owner, ['Ada Attitude', 'Ada Attitude']);
    const { id } = await owner.api.leads.create({ fullName: 'Ada Attitude' });
    const page = await stage.open(`/dashboard/manage-students?inquiry=${id}`, { by: owner });
    const told = page
      .getByRole('status')
      .filter({ hasText: '2 students called Ada Attitude are here already.' });
    await told.waitFor();
    await expectAccessible(page);
    await told
      .getByRole('link', { name: /^Open Ada Attitude’s profile/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Ada Attitude' }).waitFor();
  });

  it('is not that of who is being enrolled', async () => {
    const { owner } = await stage.app.studio();
    await makeClasses(owner);
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    await page.getByLabel('Full name').fill('Dora Develop');
    await addToCart(page, 'Ballet One', '60');
    await page.evaluate(() => {
      const look = () => {
        if (document.body.textContent?.includes('is here already')) document.title = 'Found herself';
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await page.getByText('Dora Develop is enrolled.').waitFor();
    await loaded(page);
    expect(await page.title()).not.toBe('Found herself');
  });
});

describe('a class that is filled in and not in the cart', () => {
  it('keeps an amount that is none as it was typed, over a reload', async () => {
    const { owner } = await stage.app.studio();
    await makeClasses(owner);
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    page.on('dialog', (dialog) => void dialog.accept());
    const amount = page.getByRole('form', { name: 'Add a class to the cart' }).getByLabel('Amount');
    for (const text of ['1.234,56', '.']) {
      await amount.fill(text);
      const shown = await amount.inputValue();
      await page.reload();
      await loaded(page);
      await expect.poll(() => amount.inputValue()).toBe(shown);
    }
  });

  it('is paid for from its first day, and the next one from its own', async () => {
    const { owner } = await stage.app.studio();
    await makeClasses(owner);
    await makeClass(stage.app, owner, { name: 'Next Term', sessionStartDate: '2027-01-11' });
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    const form = page.getByRole('form', { name: 'Add a class to the cart' });
    const starts = (day: string) => expect.poll(() => form.getByLabel('Start date').inputValue()).toBe(day);
    const choose = async (name: string) => {
      await form.getByLabel('Class', { exact: true }).first().click();
      await page.getByRole('option', { name }).click();
    };
    await choose('Next Term');
    await starts('2027-01-11');
    await choose('Jazz One');
    await starts('2026-11-21');
    await choose('Next Term');
    await form.getByLabel('Amount').fill('60');
    await form.getByLabel('Number of sessions').fill('4');
    await form.getByRole('button', { name: '3 mo' }).click();
    await form.getByRole('button', { name: 'Add to Cart' }).click();
    await page
      .getByRole('list', { name: 'Classes in the cart' })
      .getByText('Jan 11 – Apr 10, 2027')
      .waitFor();
    await starts('2026-11-21');
    await choose('Jazz One');
    await starts('2026-11-21');
  });

  it('is not left out unasked', async () => {
    const { owner } = await stage.app.studio();
    await makeClasses(owner);
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    await page.getByLabel('Full name').fill('Paula Pending');
    await addToCart(page, 'Ballet One', '60');
    await fillItem(page, 'Jazz One', '70');
    const question = page.getByRole('dialog', { name: 'Jazz One is not in the cart yet' });
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await question.getByRole('button', { name: 'Go back' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await stored(owner)).toEqual({ registrations: 0, payments: 0, cents: 0 });

    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Enroll without it' }).click();
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    expect(await stored(owner)).toEqual({ registrations: 1, payments: 1, cents: 6_000 });
  });
});

describe('a class in the cart that is deleted meanwhile', () => {
  it('is told apart from the others, and the rest is enrolled without it', async () => {
    const { owner, staff } = await stage.app.studio();
    await makeClasses(owner);
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    await page.getByLabel('Full name').fill('Gus Gone');
    for (const name of ['Ballet One', 'Jazz One']) await addToCart(page, name, '60');
    await hearsOthers(page);
    const jazz = (await staff.api.scheduling.classes.list()).find(({ name }) => name === 'Jazz One');
    await staff.api.scheduling.classes.delete({ id: jazz?.id ?? '' });
    const line = page.getByRole('listitem').filter({ hasText: 'Jazz One' });
    await line.getByText('This class has ended or was deleted. Remove it from the cart.').waitFor();
    expect(await page.getByText('This class has ended or was deleted.').count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await page.getByText('Class not found in your organization.').first().waitFor();
    await line.getByRole('button').click();
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    expect(await stored(owner)).toEqual({ registrations: 1, payments: 1, cents: 6_000 });
  });
});

describe('a class at the same time as another', () => {
  const told = 'At the same time as Ballet Two · Mon, 5:00 – 6:00 PM.';

  async function makeMondays(owner: Actor) {
    const times = {
      'Ballet Two': ['17:00', '18:00'],
      'Tap Two': ['16:00', '17:00'],
      'Jazz Two': ['17:30', '18:30'],
    };
    const ids = Object.entries(times).map(async ([name, [startTime = '', endTime = '']]) => {
      const danceTypeId = await makeDanceType(stage.app, owner, { name: name.replace(' Two', '') });
      return await makeClass(stage.app, owner, { name, danceTypeId, daysOfWeek: [1], startTime, endTime });
    });
    const [ballet = '', , jazz = ''] = await Promise.all(ids);
    return { ballet, jazz };
  }

  it('is told of at its line of the cart, and enrolled in all the same', async () => {
    const { owner } = await stage.app.studio();
    await makeMondays(owner);
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    await page.getByLabel('Full name').fill('Ada Alternating');
    for (const name of ['Ballet Two', 'Tap Two', 'Jazz Two']) await addToCart(page, name, '60');
    const lines = page.getByRole('list', { name: 'Classes in the cart' }).getByRole('listitem');
    await lines.filter({ hasText: 'Jazz · ' }).getByText(told).waitFor();
    expect(await page.getByText('At the same time as').count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Ballet Two from the cart' }).click();
    await page.getByText(told).waitFor({ state: 'detached' });
    await addToCart(page, 'Ballet Two', '60');
    await lines.getByText('At the same time as Jazz Two · Mon, 5:30 – 6:30 PM.').waitFor();
    await page.getByRole('button', { name: 'Enroll Student' }).click();
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    expect(await stored(owner)).toEqual({ registrations: 3, payments: 3, cents: 18_000 });
  });

  it('is told of on the roster once the student is enrolled, until it was read or is so no more', async () => {
    const { owner, staff } = await stage.app.studio();
    const { ballet, jazz } = await makeMondays(owner);
    const places = ['Ada Alternating', 'Bea Busy', 'Cleo Clear'].map(async (fullName) => {
      const studentId = await makeStudent(stage.app, owner, { fullName });
      if (fullName !== 'Cleo Clear') await makeRegistration(stage.app, owner, { classId: ballet, studentId });
      return { classId: ballet, studentId };
    });
    const [, bea] = await Promise.all(places);
    const page = await stage.open(`/dashboard/class-roster/${jazz}`, { by: owner });
    await hearsOthers(page);
    const notice = (name: string) =>
      page.getByText(`${name} has another class at the same time: Ballet Two · Mon, 5:00 – 6:00 PM.`);
    for (const name of ['Cleo Clear', 'Bea Busy', 'Ada Alternating']) {
      await chooseStudent(page, name);
      await page.keyboard.press('Enter');
      await page.getByRole('row', { name: new RegExp(name) }).waitFor();
    }
    await notice('Ada Alternating').waitFor();
    await notice('Bea Busy').waitFor();
    expect(await page.getByText('has another class').count()).toBe(2);
    await page.getByPlaceholder('Type a name, email or phone').and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await staff.api.enrollment.remove(bea ?? { classId: '', studentId: '' });
    await notice('Bea Busy').waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
    await notice('Ada Alternating').waitFor({ state: 'detached' });
    expect((await owner.api.enrollment.roster({ classId: jazz })).students).toHaveLength(3);
  });
});

describe('a page that the list no longer has', () => {
  it('says so, and leads to the last one', async () => {
    const { owner } = await stage.app.studio();
    await makeStudent(stage.app, owner, { fullName: 'Lena Last' });
    await owner.api.leads.create({ fullName: 'Lena Last' });
    for (const list of ['manage-students', 'manage-inquiries']) {
      const page = await stage.open(`/dashboard/${list}?page=3`, { by: owner });
      await page.getByText('This page is empty by now').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Go to the last page' }).click();
      await page.getByRole('row', { name: /Lena Last/ }).waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe('');
    }
  });
});

describe('who may not enroll anybody', () => {
  it('is shown no form for it', async () => {
    const { instructor, student } = await stage.app.studio();
    for (const by of [instructor, student]) {
      const page = await stage.open('/dashboard/manage-students', { by });
      await page.getByText('Only the owner, admins and staff open this page.').waitFor();
      await loaded(page);
      expect(await page.getByRole('button', { name: 'Enroll Student' }).count()).toBe(0);
      await expectAccessible(page);
    }
  });
});

describe('the roster of a class that has ended', () => {
  it('goes on naming who was in it, as enrolled by then', async () => {
    const { owner } = await stage.app.studio();
    const studentId = await makeStudent(stage.app, owner, { fullName: 'Lena Last' });
    const classId = await makeClass(stage.app, owner, { sessionEndDate: '2026-11-20' });
    await makeRegistration(stage.app, owner, { classId, studentId, enrolledOn: '2026-11-01' });
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    await page.getByRole('heading', { name: 'Enrolled when the class ended' }).waitFor();
    await page.getByRole('row', { name: /Lena Last/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Remove Lena Last' }).count()).toBe(0);
    expect(await page.getByText('Currently Enrolled').count()).toBe(0);
    await expectAccessible(page);
  });
});

describe('several students, one after the other', () => {
  it('are enrolled by the keyboard, from the field that finds them', async () => {
    const { owner } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner);
    await makeStudents(stage.app, owner, ['Ada One', 'Bea Two', 'Cleo Three']);
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    await loaded(page);
    await keepToasts(page);
    const field = page.getByPlaceholder('Type a name, email or phone');
    await field.focus();
    for (const name of ['Ada One', 'Bea Two']) {
      const answered = page.waitForResponse((response) => response.url().includes(name.slice(0, 3)));
      await page.keyboard.type(name.slice(0, 3));
      // What the server found takes the place of what was there, and the mark of the chosen one with it.
      await (await answered).finished();
      await page.getByRole('option', { name }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('button:focus').getByText('Enroll', { exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await said(page, `${name} was enrolled.`);
      await page.getByRole('row', { name: new RegExp(name) }).waitFor();
      await field.and(page.locator(':focus')).waitFor();
      expect(await field.inputValue()).toBe('');
      expect(await page.getByRole('option').count()).toBe(0);
      expect(await page.getByText('Choose a student.').count()).toBe(0);
    }
    await field.click();
    await page.keyboard.type('Cle');
    await page.getByRole('option', { name: 'Cleo Three' }).click();
    await page.getByRole('button', { name: 'Enroll', exact: true }).dblclick();
    await said(page, 'Cleo Three was enrolled.');
    expect(await page.getByText('Choose a student.').count()).toBe(0);
    await expectAccessible(page);
  });
});

describe('who came before they were enrolled', () => {
  it('is enrolled from that day, and marked on its attendance', async () => {
    const { owner, staff } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner, { name: 'Ballet One' });
    const bea = await makeStudent(stage.app, owner, { fullName: 'Bea Before' });
    await makeRegistration(stage.app, owner, { classId, studentId: bea, enrolledOn: '2026-11-01' });
    const dora = await makeStudent(stage.app, owner, { fullName: 'Dora Due' });
    await makeRegistration(stage.app, owner, { classId, studentId: dora, enrolledOn: '2026-11-18' });
    await makeStudents(stage.app, owner, ['Ada Late', 'Cleo Late']);
    const sheet = `/dashboard/attendance/${classId}/2026-11-16`;
    const open = await stage.open(sheet, { by: staff });
    await hearsOthers(open);
    const page = await stage.open(sheet, { by: owner });
    await page.getByRole('switch', { name: 'Bea Before' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Enroll them from this day' }).click();

    const day = page.getByLabel('Enrolled from');
    const row = page.getByRole('row', { name: /Ada Late.*Mon, Nov 16, 2026/ });
    await expect.poll(() => day.inputValue()).toBe('2026-11-16');
    await expectAccessible(page);
    await keepToasts(page);
    await chooseStudent(page, 'Ada Late');
    await page.keyboard.press('Enter');
    await said(page, 'Ada Late was enrolled from Mon, Nov 16, 2026.');
    await row.waitFor();
    await open.getByRole('switch', { name: 'Ada Late' }).waitFor();

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await open.getByRole('switch', { name: 'Ada Late' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo removing Ada Late' }).click();
    await row.and(page.locator(':focus')).waitFor();

    await day.fill('2026-08-31');
    await chooseStudent(page, 'Cleo Late');
    await page.getByRole('button', { name: 'Enroll', exact: true }).click();
    await page.getByText('The class begins on Tue, Sep 1, 2026. Choose that day or a later one.').waitFor();
    await expect.poll(() => day.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await day.fill('2026-11-16');
    await page.getByRole('button', { name: 'Enroll', exact: true }).click();
    await said(page, 'Cleo Late was enrolled from Mon, Nov 16, 2026.');
    expect(await day.inputValue()).toBe('2026-11-16');

    await page.getByRole('button', { name: 'Change since when Dora Due is enrolled' }).click();
    const dialog = page.getByRole('dialog', { name: 'Since when Dora Due is enrolled' });
    expect(await dialog.getByLabel('Enrolled from').inputValue()).toBe('2026-11-16');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await said(page, 'Dora Due is enrolled from Mon, Nov 16, 2026.');
    await page.getByRole('row', { name: /Dora Due.*Mon, Nov 16, 2026/ }).waitFor();

    await page.getByRole('link', { name: '← Back to Attendance' }).click();
    await page.getByRole('switch', { name: 'Cleo Late' }).waitFor();
    await page.getByRole('switch', { name: 'Dora Due' }).waitFor();
    // The toasts that are kept lie over the button, and leave no room for another.
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(`${stage.url}/dashboard`);
    const { students } = await owner.api.attendance.sheet({ classId, date: '2026-11-16' });
    expect(students.map(({ fullName, isPresent }) => [fullName, isPresent])).toEqual([
      ['Ada Late', true],
      ['Bea Before', true],
      ['Cleo Late', true],
      ['Dora Due', true],
    ]);
  });

  it('stays not recorded in a log taken before, until somebody says whether they were there', async () => {
    const { owner } = await stage.app.studio();
    const { classId, students } = await makeAttendedClass(stage.app, owner);
    const [absent] = students;
    await owner.api.attendance.save({
      classId,
      date: sessionDate,
      entries: students.map((studentId) => ({ studentId, isPresent: studentId !== absent })),
      idempotencyKey: 'before-mia-came',
    });
    const mia = await makeStudent(stage.app, owner, { fullName: 'Mia Late' });
    await makeRegistration(stage.app, owner, { classId, studentId: mia, enrolledOn: '2026-11-01' });
    const marks = async () =>
      (await owner.api.attendance.sheet({ classId, date: sessionDate })).students.map((one) => one.isPresent);
    const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });

    await page.getByRole('button', { name: 'Correct this log' }).click();
    const row = page.getByRole('button', { name: /Mia Late.*Not recorded/ });
    await row.waitFor();
    await page.getByText('2 of 4 present, 1 not recorded').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Notes (optional)').fill('Recital steps');
    await page.getByRole('button', { name: 'Save Correction' }).click();
    await page.getByRole('button', { name: 'Correct this log' }).waitFor();
    await page.getByText('Recital steps').waitFor();
    await page.getByText('Not recorded').waitFor();
    expect(await marks()).toEqual([null, false, true, true]);

    await page.getByRole('button', { name: 'Correct this log' }).click();
    await row.focus();
    await page.keyboard.press('Space');
    const mark = page.getByRole('switch', { name: /Mia Late/, checked: true });
    await mark.and(page.locator(':focus')).waitFor();
    await page.getByText('3 of 4 present', { exact: true }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: /Mia Late.*Absent/, checked: false }).waitFor();
    await page.getByRole('button', { name: 'Mark all present' }).click();
    await page.getByText('4 of 4 present', { exact: true }).waitFor();
    await page.getByRole('switch', { name: /Student 00/ }).click();
    await page.getByRole('button', { name: 'Save Correction' }).click();
    await page.getByRole('button', { name: 'Correct this log' }).waitFor();
    await expect.poll(() => page.getByText('Not recorded').count()).toBe(0);
    expect(await marks()).toEqual([true, false, true, true]);
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByText('Mia Late: not recorded → Present').waitFor();
  });

  it('is enrolled from today where the address names no day, or one to come', async () => {
    const { owner } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner);
    await makeStudent(stage.app, owner, { fullName: 'Ada Late' });
    for (const search of ['', '?from=2026-11-23', '?from=monday']) {
      const page = await stage.open(`/dashboard/class-roster/${classId}${search}`, { by: owner });
      await expect.poll(() => page.getByLabel('Enrolled from').inputValue()).toBe(testToday);
    }
  });
});

describe('the team', () => {
  it('grows by somebody who does not see what they may not', async () => {
    const { owner, staff } = await stage.app.studio();
    await stage.app.database.pool.query('update organizations set trial_ends_on = $1 where id = $2', [
      testToday,
      owner.organizationId,
    ]);
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    await page.getByText('Free trial ends today').first().waitFor();
    await loaded(page);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a team member' });
    await holdsFocus(dialog);
    await dialog.getByLabel('Full Name').fill('Nell New');
    await dialog.getByLabel('Email').fill('nell@barre.test');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await said(page, 'An invitation was sent to nell@barre.test.');
    await page.getByRole('row', { name: /Nell New.*staff.*Invited/ }).waitFor();
    const lettersToNell = () => stage.app.letters.filter(({ to }) => to === 'nell@barre.test').length;
    await expect.poll(lettersToNell).toBe(1);
    await page.getByRole('button', { name: 'Actions for Nell New' }).click();
    await page.getByRole('menuitem', { name: 'Send the invitation again' }).click();
    await expect.poll(lettersToNell).toBe(2);
    // They come in meanwhile, which no screen is told of.
    await loaded(page);
    const release = await hold(page, '**/rpc/organization/team/list**');
    await page.getByRole('button', { name: 'Actions for Nell New' }).click();
    await stage.app.database.pool.query(
      `update auth.user set email_verified = true where email = 'nell@barre.test'`,
    );
    await page.getByRole('menuitem', { name: 'Send the invitation again' }).click();
    release();
    await page.getByText('Nell New is in your team already.').waitFor();
    await page.getByRole('row', { name: /Nell New.*staff.*Active/ }).waitFor();

    const instructorId = await makeInstructor(stage.app, owner, { fullName: 'Ina Payroll' });
    const desk = await stage.open(`/dashboard/instructor-profile/${instructorId}`, { by: staff });
    await desk.getByRole('heading', { level: 1, name: 'Ina Payroll' }).waitFor();
    await loaded(desk);
    expect(await desk.getByText(/per class|salary|free trial/i).count()).toBe(0);
    expect(await desk.getByRole('link', { name: 'Insights' }).count()).toBe(0);
  });

  it('stays in view, as the devices do, where asking for it anew fails', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    await page.getByRole('row', { name: /Staff Person/ }).waitFor();
    await page.getByText('This device').waitFor();
    const failed = new Set<string>();
    await page.route(/rpc.(organization.team.list|auth.sessions.list|auth.login)/, async (route) => {
      const json = { defined: false, code: 'CONFLICT', status: 409, message: 'Not now.' };
      await route.fulfill({ status: 409, json: { json } });
      failed.add(route.request().url());
    });
    await page.getByLabel('City (optional)').fill('Springfield');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await said(page, 'Your profile was updated.');
    await expect.poll(() => failed.size).toBe(3);
    await page.waitForTimeout(300);
    expect(await page.getByText('Not now.').count()).toBe(0);
    await page.getByRole('row', { name: /Staff Person/ }).waitFor();
    await page.getByText('This device').waitFor();
  });
});

async function makeClasses(owner: Actor): Promise<void> {
  for (const [nth, style] of ['Ballet', 'Jazz', 'Tap'].entries()) {
    const danceTypeId = await makeDanceType(stage.app, owner, { name: style });
    await makeClass(stage.app, owner, {
      name: `${style} One`,
      danceTypeId,
      startTime: `1${5 + nth}:00`,
      endTime: `1${5 + nth}:45`,
    });
  }
}

async function chooseStudent(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Type a name, email or phone').fill(name);
  await page.getByRole('option', { name }).click();
  await page.locator('button:focus').getByText('Enroll', { exact: true }).waitFor();
}

async function addToCart(page: Page, className: string, amount: string): Promise<void> {
  const form = await fillItem(page, className, amount);
  await form.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('list', { name: 'Classes in the cart' }).getByText(className).waitFor();
}

async function fillItem(page: Page, className: string, amount: string): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Add a class to the cart' });
  await form.getByLabel('Class', { exact: true }).first().click();
  await page.getByRole('option', { name: className }).click();
  await form.getByLabel('Amount').fill(amount);
  await form.getByLabel('Number of sessions').fill('4');
  await form.getByLabel('Start date').fill('2026-11-21');
  await form.getByLabel('End date').fill('2026-12-20');
  return form;
}

async function addRenewal(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Add payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add payment' });
  await holdsFocus(dialog);
  await dialog.getByLabel('Class', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Ballet One' }).click();
  await dialog.getByText('Renewal', { exact: true }).click();
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Number of sessions').fill('4');
  await dialog.getByLabel('Start date').fill('2026-12-21');
  await dialog.getByLabel('End date').fill('2027-01-20');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await said(page, 'Subscription added successfully!');
}

async function correctNewestPayment(page: Page, amount: string): Promise<void> {
  const row = page.getByRole('row', { name: /\$75\.50/ });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit payment' });
  await holdsFocus(dialog);
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await said(page, 'Subscription updated successfully!');
  await page
    .getByRole('row', { name: /\$70\.00/ })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Show changes' }).click();
  const changes = page.getByRole('dialog', { name: /^Changes of the payment/ });
  await changes.getByText('$75.50').first().waitFor();
  await changes.getByRole('button', { name: 'Close' }).click();
}

/** What the books say, straight from the database. */
async function stored(owner: Actor) {
  return await stage.app.database.inTenant(owner, async (db) => {
    const payments = await db.selectFrom('subscriptions').select('amountPaidCents').execute();
    const registrations = await db
      .selectFrom('classRegistrations')
      .select('id')
      .where('endedOn', 'is', null)
      .execute();
    const cents = payments.reduce((total, { amountPaidCents }) => total + amountPaidCents, 0);
    return { registrations: registrations.length, payments: payments.length, cents };
  });
}
