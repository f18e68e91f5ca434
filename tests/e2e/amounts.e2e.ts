import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '#tests/support/browser.ts';
import { makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeInstructor } from '#tests/support/factories.ts';

const stage = useBrowser();

const ways = { typed, pasted, filled };
// Each differs from the one before it: that it is kept says that it was saved.
const money: [way: keyof typeof ways, text: string, shown: string, cents: number][] = [
  ['typed', '1200', '$1,200', 120_000],
  ['typed', '12.', '$12.', 1200],
  ['typed', '1,200', '$1,200', 120_000],
  ['typed', '1,234.50', '$1,234.50', 123_450],
  ['typed', '1,234,567.89', '$1,234,567.89', 123_456_789],
  ['pasted', '1,234.50', '$1,234.50', 123_450],
  ['pasted', '$1,200', '$1,200', 120_000],
  ['typed', '1,20', '$1.20', 120],
  ['pasted', '1 200', '$1,200', 120_000],
  ['typed', '1234,5', '$1,234.5', 123_450],
  ['pasted', '1,20', '$1.20', 120],
  ['filled', '12,50', '$12.50', 1250],
  ['filled', '1,300', '$1,300', 130_000],
  ['filled', '$1,234.50', '$1,234.50', 123_450],
];

const sessionsText = 'Enter a number of sessions from 1 to 10,000.';
const amountText = 'Enter an amount of 0 or more, with at most two decimals.';
const refused: [label: string, text: string, shown: string, message: string, onlyBy?: 'typed' | 'pasted'][] =
  [
    ['Number of sessions', '0', '0', sessionsText],
    ['Number of sessions', '-5', '-5', sessionsText],
    ['Number of sessions', '10001', '10001', sessionsText],
    ['Number of sessions', '1e3', '1e3', sessionsText],
    ['Number of sessions', '12,5', '12,5', sessionsText],
    ['Number of sessions', '1.5', '1.5', sessionsText],
    ['Number of sessions', '', '', sessionsText],
    ['Amount', '-5', '-$5', amountText],
    ['Amount', '10000000', '$10,000,000', 'This amount is too large.'],
    ['Amount', '(12)', '(12)', amountText],
    ['Amount', '−12', '−12', amountText],
    ['Amount', '12.345', '$12.345', amountText, 'typed'],
    ['Amount', '1.234,56', '1.234,56', amountText, 'pasted'],
    ['Amount', '1.234,56', '$1.234,56', amountText, 'typed'],
    ['Amount', '1,2,3', '$1,2,3', amountText, 'typed'],
    ['Amount', '', '', 'Enter an amount of 0 or more.'],
    ['Amount', '1e5', '1e5', amountText, 'pasted'],
  ];

it('takes an amount as it is written: a comma groups thousands, a point begins the cents', async () => {
  const { owner } = await stage.app.studio();
  const { studentId } = await makeSubscription(stage.app, owner);
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });

  for (const [way, text, shown, cents] of money) {
    const dialog = await edit(page);
    const amount = dialog.getByLabel('Amount');
    // What is stored, written as on the screens around it.
    expect.soft(await amount.inputValue(), text).toMatch(/^\$[\d,]+\.\d\d$/);
    await ways[way](page, amount, text);
    await amount.blur();
    expect.soft(await amount.inputValue(), `${text} ${way}`).toBe(shown);
    await save(dialog);
    const [kept] = await owner.api.payments.list({ studentId });
    expect.soft(kept?.amountPaidCents, `${text} ${way}`).toBe(cents);
  }

  for (const way of ['typed', 'pasted', 'filled'] as const) {
    for (const [text, sessions] of [
      ['1,200', 1200],
      [' 12 ', 12],
      ['1 300', 1300],
    ] as const) {
      const dialog = await edit(page);
      await ways[way](page, dialog.getByLabel('Number of sessions'), text);
      await save(dialog);
      const [kept] = await owner.api.payments.list({ studentId });
      expect.soft(kept?.numberOfSessions, `${text} sessions ${way}`).toBe(sessions);
    }
  }
});

it('refuses what is out of range with its message and changes nothing that was typed', async () => {
  const { owner } = await stage.app.studio();
  const { studentId } = await makeSubscription(stage.app, owner);
  const before = await owner.api.payments.list({ studentId });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const dialog = await edit(page);

  for (const [label, text, shown, message, onlyBy] of refused) {
    const field = dialog.getByLabel(label);
    const earlier = await field.inputValue();
    for (const way of onlyBy ? [onlyBy] : (['typed', 'pasted'] as const)) {
      await ways[way](page, field, text);
      await dialog.getByRole('button', { name: /^Save/ }).click();
      await dialog.getByText(message).first().waitFor();
      expect.soft(await field.inputValue(), `${text} ${way}`).toBe(shown);
      // What is right takes the message away: the next one is a new one.
      await field.fill(earlier);
      await dialog.getByText(message).first().waitFor({ state: 'detached' });
    }
  }
  expect(await owner.api.payments.list({ studentId })).toEqual(before);
});

it('is there again, as it was typed, where its field went and came back', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-instructors', { by: owner });
  const rate = page.getByLabel('Rate per class');
  const choose = async (type: string) => {
    await page.getByRole('combobox', { name: 'Payment type' }).click();
    await page.getByRole('option', { name: type, exact: true }).click();
  };
  await rate.fill('45');
  await choose('Salary');
  await rate.waitFor({ state: 'detached' });
  await choose('Per class');
  await expect.poll(() => rate.inputValue()).toMatch(/^\$45/);
});

it('takes a percentage as it is written, and refuses what is none', async () => {
  const { owner } = await stage.app.studio();
  const id = await makeInstructor(stage.app, owner);
  const { version } = await owner.api.people.instructors.get({ id });
  const payTerms = { paymentType: 'percentage', percentageRate: 10 } as const;
  await owner.api.people.instructors.update({ id, version, fullName: 'Ana Ruiz', payTerms });
  const page = await stage.open(`/dashboard/instructor-profile/${id}`, { by: owner });
  const open = async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    return page.getByRole('dialog');
  };
  for (const way of ['typed', 'pasted'] as const) {
    for (const [text, rate] of percentages) {
      const dialog = await open();
      const field = dialog.getByLabel('Commission percentage');
      await ways[way](page, field, text);
      if (rate === null) {
        await dialog.getByRole('button', { name: /^Save/ }).click();
        await dialog
          .getByText(/Enter a percentage|two decimals/)
          .first()
          .waitFor();
        expect.soft(await field.inputValue(), `${text} ${way}`).toBe(text);
        await page.reload();
      } else {
        await save(dialog);
        const kept = await owner.api.people.instructors.get({ id });
        expect.soft(kept.payTerms?.percentageRate, `${text} ${way}`).toBe(rate);
      }
    }
  }
  const { payTerms: last } = await owner.api.people.instructors.get({ id });
  expect(last?.percentageRate).toBe(33.25);
});

const percentages: [text: string, rate: number | null][] = [
  ['12.5', 12.5],
  ['7,5', 7.5],
  [' 12 ', 12],
  ['33.25%', 33.25],
  ['1e1', null],
  ['12.345', null],
  ['-5', null],
  ['1,200', null],
];

it('keeps the caret where an amount is corrected', async () => {
  const { owner } = await stage.app.studio();
  const { studentId } = await makeSubscription(stage.app, owner);
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const amount = (await edit(page)).getByLabel('Amount');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return await amount.inputValue();
  };

  await typed(page, amount, '1,234.50');
  expect(await press('Backspace', 'Backspace', 'Backspace', 'Backspace')).toBe('$123');
  expect(await press('4', '5', '6')).toBe('$123,456');
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  expect(await press('Backspace')).toBe('$12,456');
  expect(await press('7')).toBe('$127,456');
  await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  expect(await press('Delete')).toBe('$12,756');
  expect(await press('4')).toBe('$127,456');
  expect(await press('End', '.', '5')).toBe('$127,456.5');
  expect(await press('ArrowUp')).toBe('$127,456.51');
  expect(await press('ArrowDown', 'ArrowDown')).toBe('$127,456.49');
});

async function edit(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Actions for the payment/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  return page.getByRole('dialog', { name: 'Edit payment' });
}

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function typed(_page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
}

async function pasted(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.selectText();
  await page.keyboard.press('ControlOrMeta+V');
}

async function filled(_page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
}
