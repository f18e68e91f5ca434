import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeClass, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import {
  expectAccessible,
  hearsOthers,
  hold,
  holdsFocus,
  loaded,
  useBrowser,
} from '#tests/support/browser.ts';

const stage = useBrowser();

describe('the command palette', () => {
  it('finds people and classes as one types, and goes to them', async () => {
    const { owner } = await stage.app.studio();
    await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
    await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
    const instructorId = await makeInstructor(stage.app, owner, { fullName: 'Dana Anker' });
    await makeClass(stage.app, owner, { name: 'Analytic Tap', instructorId });
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await page.getByRole('heading', { level: 1 }).waitFor();

    const palette = await openPalette(page);
    await expectAccessible(page, { isListOpen: true });
    await holdsFocus(palette);
    await page.keyboard.type('an');
    await option(palette, 'Analytic Tap').waitFor();
    await option(palette, 'Ana Arabesque').nth(1).waitFor();
    await option(palette, 'Dana Anker').waitFor();
    await expectAccessible(page, { isListOpen: true });
    await page.keyboard.type('ker');
    await option(palette, 'Ana Arabesque').first().waitFor({ state: 'detached' });
    await selected(palette, 'Dana Anker').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/dashboard/instructor-profile/${instructorId}`);
    const arrived = page.getByRole('heading', { level: 1, name: 'Dana Anker' });
    await expect.poll(() => arrived.evaluate((heading) => heading === document.activeElement)).toBe(true);

    await openPalette(page);
    await holdsFocus(palette);
    await page.keyboard.type('nobody of this name');
    await page.getByText('Nothing found. Try a name or a screen.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('leads to nobody, and no class, that does not hold what is typed', async () => {
    const { owner } = await stage.app.studio();
    await makeInstructor(stage.app, owner, { fullName: 'Dana Anker' });
    for (const name of ['Anker 1', 'Anker 2']) await makeClass(stage.app, owner, { name });
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const palette = await openPalette(page);
    await holdsFocus(palette);
    await page.keyboard.type('anker');
    await selected(palette, 'Dana Anker').waitFor();
    await option(palette, 'Anker 2').waitFor();
    // Before the server has answered, or was even asked.
    await hold(page, '**/rpc/people/**');
    await page.keyboard.type(' 2');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard/class-roster/*');
    await page.getByRole('heading', { level: 1, name: 'Anker 2' }).waitFor();
  });

  it('goes to who was typed and sent before they were found, unless something else is done first', async () => {
    const { owner } = await stage.app.studio();
    const studentId = await makeStudent(stage.app, owner, { fullName: 'Zippora Zambra' });
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const release = await hold(page, '**/rpc/people/students/list*');
    const palette = await openPalette(page);
    await holdsFocus(palette);
    await page.keyboard.type('zambra');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    release();
    await option(palette, 'Zippora Zambra').waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });

    await openPalette(page);
    await holdsFocus(palette);
    await page.keyboard.type('zippora');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/dashboard/student-profile/${studentId}`);
    await palette.waitFor({ state: 'detached' });
  });

  it('keeps what was typed before its code had come', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await askNetwork(page);
    const arrive = await hold(page, '**/palette-*.js');
    await page.reload();
    await loaded(page);
    await page.getByLabel('Classroom name').fill('half typed');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('a d?');
    arrive();
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await holdsFocus(palette);
    await page.keyboard.type('a');
    await expect.poll(() => searchIn(palette).inputValue()).toBe('a d?a');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Classroom name').inputValue()).toBe('half typed');
  });

  it('leaves to a field what is typed there while its code is still on the way', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await askNetwork(page);
    await page.route('**/palette-*.js', () => {});
    await page.reload();
    await loaded(page);
    await page.keyboard.press('Control+k');
    await page.getByLabel('Classroom name').click();
    await page.keyboard.type('Studio A');
    expect(await page.getByLabel('Classroom name').inputValue()).toBe('Studio A');
  });

  it.each([false, true])(
    'selects what stands first however late it comes, unless one went down: %s',
    async (isMoved) => {
      const { owner } = await stage.app.studio();
      await makeStudent(stage.app, owner, { fullName: 'Zippora Zambra' });
      await makeClass(stage.app, owner, { name: 'Zippy Tap' });
      await makeClass(stage.app, owner, { name: 'Zippy Waltz' });
      const page = await stage.open('/dashboard/cancellations', { by: owner });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const release = await hold(page, '**/rpc/people/students/list*');
      const palette = await openPalette(page);
      await holdsFocus(palette);
      await page.keyboard.type('zi');
      await selected(palette, 'Zippy Tap').waitFor();
      if (isMoved) await page.keyboard.press('ArrowDown');
      release();
      await option(palette, 'Zippora Zambra').waitFor();
      await selected(palette, isMoved ? 'Zippy Waltz' : 'Zippora Zambra').waitFor();
      await page.keyboard.press('ArrowDown');
      await selected(palette, isMoved ? 'Zippora Zambra' : 'Zippy Tap').waitFor();
    },
  );

  it('finds who has asked and is no student yet, and goes to their inquiry', async () => {
    const { staff } = await stage.app.studio();
    await staff.api.leads.create({ fullName: 'Lena & Lou Lead', phoneNumber: '555 0177' });
    await staff.api.leads.create({ fullName: 'Otto Other' });
    const page = await stage.open('/dashboard/cancellations', { by: staff });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const palette = await openPalette(page);
    await holdsFocus(palette);
    await page.keyboard.type('lead lena');
    await selected(palette, 'Lena & Lou Lead').waitFor();
    await expectAccessible(page, { isListOpen: true });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard/manage-inquiries?q=**');
    await page.getByRole('row', { name: /Lena & Lou Lead/ }).waitFor();
    expect(await page.getByText('Otto Other').count()).toBe(0);
  });

  it('gives focus back to where it was, the first time too', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    const name = page.getByLabel('Classroom name');
    await name.waitFor();
    for (let time = 1; time <= 2; time += 1) {
      await name.focus();
      const palette = await openPalette(page);
      await holdsFocus(palette);
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
      await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    }
  });

  it('keeps the focus while a page arrives behind it', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await askNetwork(page);
    const arrive = await hold(page, '**/manage-classrooms-*.js');
    await page.reload();
    await loaded(page);
    await page.getByRole('link', { name: 'Classrooms' }).press('Enter');
    const palette = await openPalette(page);
    await holdsFocus(palette);
    await page.keyboard.type('inqu');
    arrive();
    await page.getByRole('heading', { level: 1, name: 'Manage Classrooms', includeHidden: true }).waitFor();
    // As long as a page waits for a dialog that is closing, and longer.
    await page.waitForTimeout(600);
    await page.keyboard.type('iries');
    expect(await searchIn(palette).inputValue()).toBe('inquiries');
  });

  it('leads to screens that exist, each of them', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const places = {
      Dashboard: '/dashboard',
      Insights: '/dashboard/insights',
      Classes: '/dashboard/manage-classes',
      'Daily Schedual': '/dashboard/daily-log',
      Cancellations: '/dashboard/cancellations',
      Instructors: '/dashboard/manage-instructors',
      Students: '/dashboard/manage-students',
      Classrooms: '/dashboard/manage-classrooms',
      'Dance Types': '/dashboard/manage-dance-types',
      Inquiries: '/dashboard/manage-inquiries',
      'New class': '/dashboard/manage-classes',
      'One-time session': '/dashboard/manage-classes?tab=one-time',
      'Enroll student': '/dashboard/manage-students',
      'Add inquiry': '/dashboard/manage-inquiries',
      'Log attendance for a class today': '/dashboard/daily-log',
      'Edit Profile': '/dashboard/edit-profile',
    };
    for (const [label, address] of Object.entries(places)) {
      const palette = await openPalette(page);
      // Not by the keyboard: the page that is coming may take the focus for its heading first.
      await searchIn(palette).fill(label);
      await option(palette, label).first().click();
      await palette.waitFor({ state: 'detached' });
      await page.waitForURL(`${stage.url}${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
  });
});

describe('single keys', () => {
  it('do what the screen says, and nothing while somebody types', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard', { by: owner });
    await page.getByRole('heading', { name: 'Set up your schedule' }).waitFor();
    await loaded(page);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Add something new on this screen').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/dashboard');

    await page.goto(`${stage.url}/dashboard/manage-classrooms`);
    const name = page.getByLabel('Classroom name');
    await loaded(page);
    await page.keyboard.press('n');
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('n? /t');
    await expect.poll(() => name.inputValue()).toBe('n? /t');
    await name.blur();
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    await page.keyboard.press('Escape');

    await makeStudent(stage.app, owner);
    await page.goto(`${stage.url}/dashboard/manage-students`);
    await page.getByRole('searchbox').waitFor();
    await loaded(page);
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search');

    await owner.api.leads.create({ fullName: 'Ana Asked' });
    await page.goto(`${stage.url}/dashboard/manage-inquiries`);
    await page.getByRole('searchbox').first().waitFor();
    await loaded(page);
    await page.keyboard.press('/');
    await expect.poll(() => hasFocus(page.getByLabel('Search inquiries'))).toBe(true);

    await page.goto(`${stage.url}/dashboard/daily-log`);
    await page.getByLabel('Date').waitFor();
    await loaded(page);
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**?date=2026-11-22');
    // The address is there before the day is: on today's the key has nothing to do.
    await page.getByText('Sun, Nov 22, 2026').waitFor();
    await page.keyboard.press('t');
    await page.waitForURL('**/daily-log');
  });

  it('pressed while another page is on its way are meant for that page', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard', { by: owner });
    const letCome = await hold(page, '**/assets/manage-inquiries-*.js');
    await page.reload();
    await loaded(page);
    const palette = await openPalette(page);
    await holdsFocus(palette);
    await page.keyboard.type('add inq');
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.type('nLena Lead');
    await page.waitForURL('**/dashboard/manage-inquiries');
    letCome();
    const name = page.getByLabel('Full name');
    await expect.poll(() => name.inputValue()).toBe('Lena Lead');
    await holdsFocus(name);
  });

  it('can be switched off in Edit Profile, and stay off', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    const single = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await loaded(page);
    expect(await single.isChecked()).toBe(true);
    await single.click();
    await expect.poll(() => single.isChecked()).toBe(false);
    await page.reload();
    await loaded(page);
    await expect.poll(() => single.isChecked()).toBe(false);
    await page.keyboard.press('?');
    await openPalette(page);
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(0);
  });
});

it('shows the focused entry of a menu on a screen that is low, as at 200 percent', async () => {
  const { owner } = await stage.app.studio();
  await makeClass(stage.app, owner, { name: 'Ballet 1' });
  const page = await stage.open('/dashboard', { by: owner });
  await page.setViewportSize({ width: 640, height: 400 });
  await page.getByRole('button', { name: 'Actions for Ballet 1' }).press('Enter');
  const first = page.getByRole('menuitem', { name: 'View Students' });
  await expect.poll(() => first.evaluate((node) => node === document.activeElement)).toBe(true);
  const bottom = () => first.evaluate((node) => node.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBeLessThanOrEqual(400);
});

describe('focus stays on the page', () => {
  it('where trying again to load something fails, and where it does not', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner);
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    await loaded(page);
    await hearsOthers(page);
    const asked = '**/rpc/scheduling/cancellations/list**';
    const json = { defined: false, code: 'CONFLICT', status: 409, message: 'Not now.' };
    await page.route(asked, (route) => route.fulfill({ status: 409, json: { json } }));
    await page.getByRole('link', { name: 'Cancellations' }).click();
    const heading = page.getByRole('heading', { level: 1, name: 'Cancel' });
    const retry = page.getByRole('button', { name: 'Retry' });
    for (const isAnswered of [false, true]) {
      await retry.focus();
      if (isAnswered) await page.unroute(asked);
      const answer = page.waitForResponse(asked);
      await page.keyboard.press('Enter');
      await answer;
      await expect.poll(() => hasFocus(heading)).toBe(true);
    }
    await page.getByText('No cancellations recorded').waitFor();
  });

  it('where a date is being restored, and after it', async () => {
    const { owner } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner, { name: 'Ballet One' });
    await owner.api.scheduling.cancellations.create({ classId, date: '2026-11-23' });
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    const restore = page.getByRole('button', { name: /^Restore Ballet One/ });
    const answer = await hold(page, '**/rpc/scheduling/cancellations/restore');
    await restore.focus();
    await page.keyboard.press('Enter');
    await page.locator('button[data-loading]').waitFor();
    await page.waitForTimeout(100);
    expect(await hasFocus(restore)).toBe(true);
    await expectAccessible(page);
    answer();
    await restore.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1, name: 'Cancel' }))).toBe(true);
  });

  it('with an inquiry whose status is changed, and which stands in another column by then', async () => {
    const { owner } = await stage.app.studio();
    for (const fullName of ['Ana Asked', 'Bea Asked']) await owner.api.leads.create({ fullName });
    const page = await stage.open('/dashboard/manage-inquiries?view=board', { by: owner });
    await loaded(page);
    await page.getByRole('button', { name: /change the status of Ana/ }).focus();
    await page.keyboard.press('Enter');
    await holdsFocus(page.getByRole('menu'));
    await page.getByRole('menuitem', { name: 'Contacted' }).press('Enter');
    const column = page.getByRole('region', { name: /^Contacted/ });
    const card = column.getByRole('listitem').filter({ hasText: 'Ana Asked' });
    await expect.poll(() => hasFocus(card)).toBe(true);
  });

  it.each([
    ['', () => Promise.resolve()],
    [', before the menu had given the focus back', keepMenusLate],
  ])('with an inquiry whose status is changed, and which its filter hides by then%s', async (_, prepare) => {
    const { owner } = await stage.app.studio();
    for (const fullName of ['Ana Asked', 'Bea Asked']) await owner.api.leads.create({ fullName });
    const page = await stage.open('/dashboard/manage-inquiries?status=new', { by: owner });
    await loaded(page);
    await prepare(page);
    const status = page.getByRole('button', { name: /change the status of Ana/ });
    await status.focus();
    await page.keyboard.press('Enter');
    await holdsFocus(page.getByRole('menu'));
    await page.getByRole('menuitem', { name: 'Contacted' }).press('Enter');
    await status.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
  });

  it('where a log is corrected, and once it was', async () => {
    const { owner } = await stage.app.studio();
    const { classId, students } = await makeAttendedClass(stage.app, owner);
    const entries = students.map((studentId) => ({ studentId, isPresent: true }));
    await owner.api.attendance.save({ classId, date: sessionDate, entries, idempotencyKey: randomUUID() });
    const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });
    const correct = page.getByRole('button', { name: 'Correct this log' });
    const student = page.getByRole('switch', { name: /Student 00/ });
    for (const end of ['Cancel', 'Save correction']) {
      await correct.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => hasFocus(student)).toBe(true);
      if (end !== 'Cancel') await page.keyboard.press('Space');
      await page.getByRole('button', { name: end, exact: true }).press('Enter');
      await expect.poll(() => hasFocus(correct)).toBe(true);
    }
  });

  it('where a log that waits is changed, and where it is left as it was', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeAttendedClass(stage.app, owner);
    const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });
    await page.context().route('**/rpc/attendance/save', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Save attendance' }).click();
    const changeIt = page.getByRole('button', { name: 'Change it' });
    await changeIt.focus();
    await page.keyboard.press('Enter');
    await holdsFocus(page.getByRole('switch').first());
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await holdsFocus(changeIt);
  });

  it('where a log waits for the network', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeAttendedClass(stage.app, owner);
    const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });
    const save = page.getByRole('button', { name: 'Save attendance' });
    await page.context().route('**/rpc/attendance/save', (route) => route.abort('internetdisconnected'));
    await save.press('Enter');
    await page.getByText('Saved on this device.').waitFor();
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
  });

  it('where a profile is being saved, and once it was', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    await page.getByLabel('City (optional)').fill('Lyon');
    const release = await hold(page, '**/rpc/organization/profile/save');
    const save = page.getByRole('button', { name: 'Sav' });
    await save.press('Enter');
    await page.getByRole('button', { name: 'Saving...', disabled: true }).waitFor();
    await holdsFocus(save);
    release();
    await page.getByText('Your profile was updated.').waitFor();
    await holdsFocus(save);
  });

  it('where a list was imported', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/your-data', { by: owner });
    const list = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nMaya Lindqvist\n') };
    await page.locator('input[type="file"]').setInputFiles(list);
    await page.getByRole('button', { name: 'Import 1 student' }).press('Enter');
    await page.getByText('1 student was imported.').first().waitFor();
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
  });

  it('where another device is signed out', async () => {
    const { owner } = await stage.app.studio();
    await stage.open('/dashboard/edit-profile', { by: owner });
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    await loaded(page);
    const other = page.getByRole('button', { name: /^Sign out .*, used/ }).first();
    await other.focus();
    const row = await other.elementHandle();
    await page.keyboard.press('Enter');
    await row?.waitForElementState('hidden');
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
  });

  it('where somebody is invited, and where they are again', async () => {
    const { owner } = await stage.app.studio();
    const email = `ana-${randomUUID()}@barre.test`;
    const fullName = 'Ana Arabesque';
    const id = await makeStudent(stage.app, owner, { fullName });
    await owner.api.people.students.update({ id, version: 1, fullName, email });
    const page = await stage.open(`/dashboard/student-profile/${id}`, { by: owner });
    await page.getByRole('button', { name: 'Invite to sign in' }).press('Enter');
    const again = page.getByRole('button', { name: 'Send the invitation again' });
    await again.waitFor();
    await expect.poll(() => hasFocus(again)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => stage.app.letters.filter(({ to }) => to === email).length).toBe(2);
    await expect.poll(() => hasFocus(again)).toBe(true);
  });

  it('where an entry of a menu opened a dialog before the menu had given the focus back', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard', { by: owner });
    await loaded(page);
    await keepMenusLate(page);
    const menu = page.getByRole('button', { name: /Olive Owner/ });
    for (const name of ['Sign out everywhere', 'Sign out other devices']) {
      await menu.press('Enter');
      await holdsFocus(page.getByRole('menu'));
      await page.getByRole('menuitem', { name }).press('Enter');
      await holdsFocus(page.getByRole('dialog', { name: `${name}?` }));
      await page.keyboard.press('Escape');
      await expect.poll(() => hasFocus(menu)).toBe(true);
    }
  });
});

describe('a question', () => {
  it('keeps the focus while it is answered, and when that was refused', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await page.getByRole('button', { name: 'Delete Studio A' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete classroom' });
    const asked = '**/rpc/catalog/classrooms/delete';
    const answer = await hold(page, asked, (route) => route.abort('internetdisconnected'));
    await confirm.focus();
    await page.keyboard.press('Enter');
    await page.locator('button[data-loading]').waitFor();
    await page.waitForTimeout(100);
    expect(await hasFocus(confirm)).toBe(true);
    await expectAccessible(page);
    answer();
    await dialog.getByRole('alert').waitFor();
    expect(await hasFocus(confirm)).toBe(true);
    await page.unroute(asked);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No classrooms added yet').waitFor();
  });

  it('stays while the code of toasts is on its way', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner);
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await askNetwork(page);
    let isAskedFor = false;
    await page.route('**/toast-region-*.js', () => void (isAskedFor = true));
    await page.reload();
    await loaded(page);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await question.waitFor();
    await expect.poll(() => isAskedFor).toBe(true);
    await page.waitForTimeout(300);
    expect(await question.isVisible()).toBe(true);
  });
});

it('a page whose styles could not be fetched comes back with them when it is tried again', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
  await askNetwork(page);
  // The router says so, too, of what is taken away here.
  await page.addInitScript(() => {
    const say = console.error;
    console.error = (...words) => /Unable to preload CSS/.test(String(words[0])) || say(...words);
  });
  const styles = '**/assets/manage-students-*.css';
  await page.route(styles, (route) => route.abort('internetdisconnected'));
  await page.reload();
  await loaded(page);
  await page.getByRole('link', { name: 'Students' }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  const retry = page.getByRole('button', { name: 'Retry' });
  await Promise.all([
    page.waitForEvent('requestfailed', (failed) => failed.url().endsWith('.css')),
    retry.click(),
  ]);
  await page.unroute(styles);
  const letCome = await hold(page, styles);
  await retry.click();
  await retry.click();
  await page.waitForTimeout(300);
  expect(await retry.isVisible()).toBe(true);
  letCome();
  await page.getByRole('heading', { level: 1, name: 'Manage Students' }).waitFor();
  const missing = () =>
    page.evaluate(
      () =>
        [...document.styleSheets].length - document.querySelectorAll('link[rel=stylesheet], style').length,
    );
  await expect.poll(missing).toBe(0);
});

it('a page whose code could not be fetched is tried again where it stands, and loaded anew once there is a server', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
  await askNetwork(page);
  // The router says so, too, of what is taken away here.
  await page.addInitScript(() => {
    const say = console.error;
    console.error = (...words) =>
      /No code of a page|dynamically imported/.test(String(words[0])) || say(...words);
  });
  const code = /manage-(students|classes)-[^/]*\.js/;
  await page.route(code, (route) => route.abort('internetdisconnected'));
  await page.route('**/dashboard/**', (route) =>
    route.request().method() === 'HEAD' ? route.abort('internetdisconnected') : route.continue(),
  );
  await page.reload();
  await loaded(page);
  let isAnew = false;
  page.on('domcontentloaded', () => (isAnew = true));
  await page.getByRole('link', { name: 'Students' }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Manage Students' }).waitFor();
  expect(isAnew).toBe(false);

  await page.route(code, (route) => (isAnew ? route.continue() : route.abort('internetdisconnected')));
  await page.getByRole('link', { name: 'Classes', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Manage Classes' }).waitFor();
  expect(isAnew).toBe(true);
});

describe('a dialog whose code can not be fetched', () => {
  it('says so in its place, loses nothing typed beside it, and opens when tried again', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await askNetwork(page);
    await page.route(/(edit-item|palette)-[^/]*\.js/, (route) => route.abort('internetdisconnected'));
    await page.reload();
    await page.getByLabel('Classroom name').fill('half typed');
    const failed = page.getByRole('dialog', { name: 'This could not be loaded' });
    await page.getByRole('button', { name: 'Edit Studio A' }).click();
    await failed.getByText('Check the connection and try again.').waitFor();
    await expectAccessible(page);
    await failed.getByRole('button', { name: 'Close' }).click();
    await failed.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit Studio A');
    await page.keyboard.press('Control+k');
    await failed.waitFor();
    await page.unroute(/(edit-item|palette)-[^/]*\.js/);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await holdsFocus(page.getByRole('dialog', { name: 'Search and commands' }));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit Studio A' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit classroom' });
    await holdsFocus(edit);
    await page.keyboard.press('Escape');
    await edit.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Classroom name').inputValue()).toBe('half typed');
  });
});

describe('a question and a toast whose code could not be fetched at first', () => {
  it('come once the network lets it', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await askNetwork(page);
    const code = /(confirm-dialog|toast-region)-[^/]*\.js/;
    const failures: string[] = [];
    page.on('requestfailed', (request) => void failures.push(request.url()));
    await page.route(code, (route) => route.abort('internetdisconnected'));
    await page.reload();
    const hasFailed = (name: string) => failures.some((url) => url.includes(name));
    await expect.poll(() => ['confirm-dialog', 'toast-region'].every(hasFailed)).toBe(true);
    await page.unroute(code);
    await page.getByRole('button', { name: 'Delete Studio A' }).click();
    await page.getByRole('button', { name: 'Delete classroom' }).click();
    await page
      .getByText(/Studio A.*deleted/)
      .first()
      .waitFor();
  });
});

it('Tab goes through a roster as it is seen: the form first where it stands above the list', async () => {
  const { owner } = await stage.app.studio();
  const { classId, students } = await makeAttendedClass(stage.app, owner);
  const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
  const first = page.locator(`a[href$='${students[0]}']`);
  await first.waitFor();
  const tabTo = async (found: Locator) => {
    await page.getByRole('button', { name: 'Print' }).focus();
    await page.keyboard.press('Tab');
    await holdsFocus(found);
  };
  const student = page.getByRole('combobox', { name: 'Student' });
  await tabTo(student);
  const from = page.getByLabel('Enrolled from');
  await from.fill('2026-11-03');
  await page.setViewportSize({ width: 1500, height: 800 });
  await tabTo(first);
  expect(await from.inputValue()).toBe('2026-11-03');
});

it('what is wrong with a form leads to the fields it is about', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  await page.getByRole('button', { name: 'Add class' }).click();
  await expect.poll(() => hasFocus(page.getByLabel('Class name'))).toBe(true);
  const summary = page.getByRole('alert');
  await summary.getByRole('button', { name: 'Choose an instructor.' }).click();
  await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Instructor' }))).toBe(true);
  await summary.getByRole('button', { name: 'Choose at least one day.' }).click();
  const monday = page.getByRole('group', { name: /day/i }).getByRole('checkbox').first();
  await expect.poll(() => hasFocus(monday)).toBe(true);
});

describe('the days of a class', () => {
  it('are said to be missing by each of their boxes', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-classes', { by: owner });
    await page.getByRole('button', { name: 'Add class' }).click();
    const days = page.getByRole('group', { name: /day/i }).getByRole('checkbox');
    await page.getByText('Choose at least one day.').first().waitFor();
    const told = await days.evaluateAll((boxes) =>
      boxes.map((box) => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent),
    );
    expect(told).toEqual(Array.from({ length: 7 }, () => 'Choose at least one day.'));
  });
});

describe('the times of a class', () => {
  it('are typed one after the other, the end in place of the one suggested', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-classes', { by: owner });
    const end = page.getByLabel('End time');
    await page.getByLabel('Start time').focus();
    await page.keyboard.type('0530PM');
    // By way of the clock that the browser puts into the field.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => end.inputValue()).toBe('18:30');
    await expect.poll(() => end.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('0645');
    await expect.poll(() => end.inputValue()).toBe('18:45');
  });
});

describe("the developer's test pages", () => {
  it('call the functions that create users and show what came back, for owners only', async () => {
    const { owner, staff } = await stage.app.studio();
    const page = await stage.open('/dashboard/debug', { by: owner });
    await page.getByRole('button', { name: 'Call admin-create-user' }).click();
    await page.getByText(/"full_name":\s*"Test Student"/).waitFor();
    await expectAccessible(page);
    await page.goto(`${stage.url}/dashboard/final-debug`);
    await page.getByRole('button', { name: 'Call add-user-to-org' }).click();
    await page.getByText(/^200/).waitFor();
    await expectAccessible(page);

    const desk = await stage.open('/dashboard/debug', { by: staff });
    await desk.waitForURL('**/dashboard');
  });
});

/** Each file is asked for again, past what the service worker has kept: a test may hold it back then. */
async function askNetwork(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setBypassServiceWorker', { bypass: true });
}

/** What does not fade is gone 10 ms before it gives the focus back: a minute from now on. */
async function keepMenusLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = window.setTimeout.bind(window);
    const later = (run: TimerHandler, ms = 0) => start(run, ms === 10 ? 60_000 : ms);
    window.setTimeout = later as typeof window.setTimeout;
  });
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((node) => node === document.activeElement);
}

async function openPalette(page: Page): Promise<Locator> {
  await loaded(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await searchIn(palette).waitFor();
  return palette;
}

function searchIn(palette: Locator): Locator {
  return palette.getByLabel('Search students, classes and actions');
}

function option(palette: Locator, label: string): Locator {
  return palette.getByRole('option').filter({ hasText: label });
}

function selected(palette: Locator, label: string): Locator {
  return palette.getByRole('option', { name: label, selected: true });
}
