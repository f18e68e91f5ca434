import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '#shared/csv-reader.ts';
import { expectAccessible, hold, loseAnswer, useBrowser } from '#tests/support/browser.ts';
import { makeClassroom, makeDanceType, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { unzip } from '#tests/support/unzip.ts';

const stage = useBrowser();

describe('a studio that moves in', () => {
  it('corrects its list of students until it is good, and imports it once', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    await page.getByRole('link', { name: 'Download or import data' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your data' }).waitFor();

    await choose(
      page,
      'Name;Birthday;Shoe size;Role\nMaya Lindqvist;30/4/2015;34\n;4/30/2015;35\nIna;;;staff\n',
    );
    await page.getByText('This file cannot be imported yet').waitFor();
    await page.getByText('“30/4/2015” is no date. Write it as 2026-11-21.').waitFor();
    await page.getByText('Columns that are left out: Shoe size.').waitFor();
    await page.getByText('Rows that are left out: 1 with another role than student.').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: /^Import / }).count()).toBe(0);

    // In the character set of an old spreadsheet.
    await choose(page, Buffer.from('Name;Birthday\nMaya L\xf6nn;30.4.2015\nNoah\n', 'latin1'));
    await page.getByText('This file is fine: 2 students would be created.').waitFor();
    await page.getByText('Thu, Apr 30, 2015').waitFor();
    await page.getByText('Is this right: Lönn?').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import 2 students' }).dblclick();
    await page.getByRole('link', { name: 'See all students' }).click();
    await page.getByRole('link', { name: 'Maya Lönn' }).waitFor();
    expect((await owner.api.people.students.list()).total).toBe(3);
  });

  it('imports once where the answer was lost', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/your-data', { by: owner });
    await choose(page, 'Name\nMaya Lindqvist\nNoah Berg\n');
    await page.route('**/rpc/data/import', loseAnswer);
    await page.getByRole('button', { name: 'Import 2 students' }).click();
    await page.getByText('It is not known whether this was imported').waitFor();
    await expectAccessible(page);
    // What would be asked under another key is not offered: it would create everybody a second time.
    expect(await page.getByRole('button', { name: /^Import / }).count()).toBe(0);
    await page.unroute('**/rpc/data/import');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('link', { name: 'See all students' }).waitFor();
    expect((await owner.api.people.students.list()).total).toBe(3);

    // What was refused was not done.
    await choose(page, 'Name\nIda Holm\n');
    await page.getByText('This file is fine: 1 student would be created.').waitFor();
    await owner.api.data.import({ kind: 'students', text: 'Name\nIda Holm\n' });
    await page.getByRole('button', { name: 'Import 1 student' }).click();
    await page.getByText('Nothing was imported', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Import all the same' }).waitFor();
  });

  it('is asked again where the warnings are others than those it looked at', async () => {
    const { owner, admin } = await stage.app.studio();
    await makeStudent(stage.app, owner, { fullName: 'Ida Holm' });
    const text = 'Name\nIda Holm\nNoah Berg\n';
    const page = await stage.open('/dashboard/your-data', { by: owner });
    await choose(page, text);
    await page.getByRole('checkbox', { name: 'I have looked at the warning' }).check();
    const { warningsFingerprint } = await admin.api.data.checkImport({ kind: 'students', text });
    await admin.api.data.import({ kind: 'students', text, acceptedWarnings: warningsFingerprint });
    await page.getByRole('button', { name: 'Import 2 students' }).click();
    await page.getByText('the warnings have changed since they were looked at').waitFor();
    await page.getByText('2 students called Ida Holm are here already.').waitFor();
    const box = page.getByRole('checkbox', { name: 'I have looked at the 2 warnings' });
    expect(await box.isChecked()).toBe(false);
    await expectAccessible(page);
    expect((await owner.api.people.students.list()).total).toBe(4);
    await box.check();
    await page.getByRole('button', { name: 'Import 2 students' }).click();
    await page.getByRole('link', { name: 'See all students' }).waitFor();
    expect((await owner.api.people.students.list()).total).toBe(6);
  });

  it('chooses no other file while one is being imported: it would be taken for that one', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/your-data', { by: owner });
    await choose(page, 'Name\nMaya Lindqvist\n');
    const answer = await hold(page, '**/rpc/data/import');
    await page.getByRole('button', { name: 'Import 1 student' }).click();
    await page.getByRole('button', { name: 'Importing...' }).waitFor();
    expect(await page.getByRole('button', { name: 'Choose another file' }).isDisabled()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Classes' }).isDisabled()).toBe(true);
    answer();
    await page.getByRole('link', { name: 'See all students' }).waitFor();
    expect(await page.getByRole('button', { name: 'Choose a CSV file' }).isEnabled()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Classes' }).isEnabled()).toBe(true);
  });

  it('is told on another page that it is not known whether its list was imported', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/your-data', { by: owner });
    await choose(page, 'Name\nMaya Lindqvist\n');
    const answer = await hold(page, '**/rpc/data/import', loseAnswer);
    await page.getByRole('button', { name: 'Import 1 student' }).click();
    await page.getByRole('button', { name: 'Importing...' }).waitFor();
    await page.getByRole('link', { name: 'Classrooms', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Classrooms' }).waitFor();
    answer();
    await page
      .getByRole('alert')
      .filter({
        hasText: 'It is not known whether this was imported, 1 student: The server cannot be reached.',
      })
      .waitFor();
    await page.unroute('**/rpc/data/import');
    await page.goBack();
    await choose(page, 'Name\nMaya Lindqvist\n');
    await page.getByText('A student called Maya Lindqvist is here already.').waitFor();
    expect((await owner.api.people.students.list()).total).toBe(2);
  });

  it('looks at the warnings of its classes before it books them', async () => {
    const { owner } = await stage.app.studio();
    await makeInstructor(stage.app, owner, { fullName: 'Ines Okafor' });
    await makeInstructor(stage.app, owner, { fullName: 'Tom Tap' });
    await makeClassroom(stage.app, owner, { name: 'Studio A' });
    await makeDanceType(stage.app, owner, { name: 'Ballet' });
    const page = await stage.open('/dashboard/your-data', { by: owner, viewport: 'phone', theme: 'light' });
    await page.getByRole('radiogroup', { name: 'What to import' }).getByText('Classes').click();
    await page.waitForURL('**/your-data?kind=classes');
    await page.getByLabel('CSV file with classes').waitFor({ state: 'attached' });

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download template' }).click();
    const template = readFileSync(await (await download).path(), 'utf8');
    const [, example = []] = parseCsv(template).rows;
    const second = example.with(0, 'Ballet 2').with(3, 'Tom Tap');
    await choose(page, `${template}${second.map((cell) => `"${cell}"`).join(',')}\n`);
    await page.getByText('Warning: This room is already booked at this time.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import 2 classes' }).click();
    await page.getByText('Look at the warnings and check this box first.').waitFor();
    await page.getByRole('checkbox', { name: 'Import all the same' }).check();
    await page.getByRole('button', { name: 'Import 2 classes' }).click();
    await page.getByRole('link', { name: 'See all classes' }).waitFor();
    await expectAccessible(page);
    expect(await owner.api.scheduling.classes.list()).toMatchObject([
      { name: 'Ballet 1', isRoomConflictIgnored: false },
      { name: 'Ballet 2', isRoomConflictIgnored: true },
    ]);
  });

  it('is told what a file is that is no CSV', async () => {
    const { admin } = await stage.app.studio();
    const page = await stage.open('/dashboard/your-data?kind=instructors', { by: admin });
    await choose(page, Buffer.from('PK\u0003\u0004 and so on'));
    await page.getByText('This is a workbook, not a CSV file.').waitFor();
    await choose(page, Buffer.from('Name\nZo\xc3\xab\nJos\xe9\n', 'latin1'));
    await page.getByText('Some letters of this file are UTF-8 and some are not').waitFor();
    await choose(page, ' ');
    await page.getByText('This file is empty.').waitFor();
    await choose(page, 'x'.repeat(1_000_001));
    await page.getByText('This file is larger than 1 MB.').waitFor();
    await choose(page, `name\n${'"'.repeat(600_000)}`);
    await page.getByText('This file is larger than 1 MB.').waitFor();
    // What belongs to the owner is not even offered to others.
    expect(await page.getByRole('button', { name: 'Download archive' }).count()).toBe(0);
  });
});

describe('a studio that moves out', () => {
  it('takes everything with it', async () => {
    const { owner } = await stage.app.studio({ name: 'Leaving School' });
    const page = await stage.open('/dashboard/your-data', { by: owner });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download archive' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('barre-leaving-school-2026-11-21.zip');
    const files = unzip(readFileSync(await saved.path()));
    expect(files.get('csv/profiles.csv')).toContain('Olive Owner');
    await page.getByText('Your archive was downloaded.').waitFor();
    await expectAccessible(page);
  });

  it('is told when it can not, and can try again', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/your-data', { by: owner });
    await page.route('**/api/archive', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Download archive' }).click();
    await page.getByText('The server cannot be reached. Try again in a moment.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/archive');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Retry' }).click();
    await download;
  });

  it('keeps staff out', async () => {
    const { staff } = await stage.app.studio();
    const page = await stage.open('/dashboard/your-data', { by: staff });
    await page.getByText('Only the owner and admins open this page.').waitFor();
    await expectAccessible(page);
  });
});

async function choose(page: Page, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'from our old system.csv', mimeType: 'text/csv', buffer });
}
