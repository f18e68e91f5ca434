import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, loaded, said, useBrowser } from '#tests/support/browser.ts';
import { loseNetwork } from '#tests/support/ended-session.ts';

const stage = useBrowser();
const password = 'plié and relevé';

it('asks for a code of the app after the password, from the day it is turned on until it is turned off', async () => {
  const email = await newOwner('vera');
  const page = await stage.open('/dashboard/edit-profile');
  await signIn(page, email);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.waitFor();
  await loaded(page);
  await section.getByRole('button', { name: 'Turn on' }).click();
  const picture = section.getByRole('img', { name: 'The key as a picture to scan' });
  await picture.waitFor();
  await expectAccessible(page);
  const otp = appOf(await section.getByText(/^([A-Z2-7]{1,4} ?)+$/).innerText());
  await expect.poll(() => focusedName(page)).toBe('Code');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await section.getByText('This code is wrong or was used already.').first().waitFor();
  await section.getByLabel('Code').fill(await otp.next());
  await page.keyboard.press('Enter');
  const codes = section.getByRole('list', { name: 'Recovery codes' });
  await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);
  await expectAccessible(page);
  const [recovery = ''] = await codes.getByRole('listitem').allInnerTexts();
  // As over plain http, where there is no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await section.getByRole('button', { name: 'Copy codes' }).click();
  await page.getByText('This browser does not let us copy.').waitFor();
  await section.getByRole('button', { name: 'I have noted them' }).click();
  await codes.waitFor({ state: 'detached' });
  await section.getByText('10 recovery codes are left.').waitFor();

  const elsewhere = await stage.open('/dashboard/insights?start=2030-01-01', { viewport: 'phone' });
  await signIn(elsewhere, email);
  await elsewhere.getByRole('heading', { name: 'One more step' }).waitFor();
  await elsewhere
    .getByText(
      'can end your access and invite you again. If the studio is yours, write to hello@barre.example.',
    )
    .waitFor();
  await expectAccessible(elsewhere);
  await elsewhere.getByLabel('Code').fill('000000');
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.getByRole('alert').getByText('This code is wrong or was used already.').waitFor();
  // Loaded anew, and typed as an app shows it.
  await elsewhere.goto(`${stage.url}/dashboard/insights?start=2030-01-01`);
  const code = await otp.next();
  await elsewhere.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.waitForURL('**/dashboard/insights?start=2030-01-01**');
  await elsewhere.getByRole('heading', { name: 'Insights' }).waitFor();

  await section.getByRole('button', { name: 'Turn off' }).click();
  await section.getByLabel('Code').fill(recovery);
  await section.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await page.getByText('Two-step sign-in is off.').waitFor();
  await section.getByRole('button', { name: 'Turn on' }).waitFor();
  const third = await stage.open('/dashboard');
  await signIn(third, email);
  await third.getByRole('button', { name: 'Dora Tango' }).waitFor();
});

it('is asked of everybody who works in a studio where it says so, and lets them go on once it is on', async () => {
  const { owner, staff, instructor } = await stage.app.studio({ name: 'Tango School' });
  const page = await stage.open('/dashboard/edit-profile', { by: owner, theme: 'light' });
  const codes = await turnOn(page);
  await page.getByRole('button', { name: 'I have noted them' }).click();
  const desk = await stage.open('/dashboard/edit-profile', { by: staff });
  await loaded(desk);
  await desk.getByRole('button', { name: 'Sign out everywhere' }).click();
  await desk.getByRole('dialog', { name: 'Sign out everywhere?' }).waitFor();

  await page.getByRole('button', { name: 'Ask everybody who works here' }).click();
  await expect.poll(() => focusedName(page)).toBe('Code');
  await expectAccessible(page);
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await said(page, 'Everybody who works here signs in by two steps now.');

  // In the middle of something, and on a phone that has just signed in.
  await loseNetwork(desk);
  await desk.getByRole('heading', { name: 'One more step' }).waitFor();
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  await turnOn(desk);
  await desk.getByRole('heading', { name: 'Two-step sign-in is on' }).waitFor();
  // Whoever leaves or turns it off here would not have noted them.
  expect(await desk.getByRole('button').allInnerTexts()).toEqual(['Copy codes', 'I have noted them']);
  await desk.getByRole('list', { name: 'Recovery codes' }).and(desk.locator(':focus')).waitFor();
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await desk.getByRole('heading', { name: 'Edit Profile' }).waitFor();
  const phone = await stage.open('/dashboard', { by: instructor, viewport: 'phone' });
  await phone.getByRole('heading', { name: 'One more step' }).waitFor();
  await phone.getByText('Tango School asks everybody who works there for two-step sign-in.').waitFor();
  expect(await phone.getByRole('navigation').count()).toBe(0);
  await expectAccessible(phone);
  // The answer comes late: by then the studio is open, but its codes are shown once.
  await phone.route('**/rpc/auth/twoStep/turnOn', async (route) => {
    const response = await route.fetch();
    await phone.evaluate(() => new BroadcastChannel('barre.owner').postMessage(null));
    await phone.getByRole('heading', { name: 'All Classes' }).waitFor();
    await route.fulfill({ response });
  });
  await turnOn(phone);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'I have noted them' }).click();
  await phone.getByRole('heading', { name: 'All Classes' }).waitFor();

  await page.getByRole('button', { name: 'Stop asking everybody' }).click();
  await page.getByLabel('Code').fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await said(page, 'Two-step sign-in is up to each person now.');
});

it('asks before recovery codes that nobody has noted go with the page, and shows nothing beside them that ends them', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/edit-profile', { by: owner });
  await page.getByLabel('Full Name').fill('Owner Renamed');
  const codes = await turnOn(page);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  expect(await section.getByRole('button').allInnerTexts()).toEqual(['Copy codes', 'I have noted them']);
  const classes = page.getByRole('link', { name: 'Classes', exact: true });
  await classes.click();
  const typed = page.getByRole('dialog', { name: 'Discard changes?' });
  await typed.getByRole('button', { name: 'Discard changes' }).click();
  const unread = page.getByRole('dialog', { name: 'Leave without your recovery codes?' });
  await unread.waitFor();
  await expectAccessible(page);
  await unread.getByRole('button', { name: 'Stay here' }).click();
  expect(await shownCodes(page)).toEqual(codes);
  await section.getByRole('button', { name: 'I have noted them' }).click();
  await section.getByRole('button', { name: 'Turn off' }).waitFor();
  await classes.click();
  await typed.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('heading', { name: 'Manage Classes' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('says where recovery codes got lost on their way, and lets nobody into a studio that asks without a word of it', async () => {
  const { owner, staff, instructor } = await stage.app.studio({ name: 'Tango School' });
  const page = await stage.open('/dashboard/edit-profile', { by: owner });
  const otp = await losingCodes(page, () => scanAndSend(page));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Code');
  await page.keyboard.type(await otp.next());
  await page.keyboard.press('Enter');
  const codes = await shownCodes(page);
  expect(await page.getByText(lost).count()).toBe(0);
  await page.getByRole('button', { name: 'I have noted them' }).click();

  await page.getByRole('button', { name: 'Ask everybody who works here' }).click();
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await said(page, 'Everybody who works here signs in by two steps now.');
  await page.getByRole('button', { name: 'Make new recovery codes' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is wrong or was used already.').first().waitFor();
  expect(await page.getByText(lost).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '');
  await losingCodes(page, () => page.keyboard.press('Enter'));
  await expectAccessible(page);

  const phone = await stage.open('/dashboard', { by: instructor, viewport: 'phone' });
  const instructorsApp = await losingCodes(phone, () => scanAndSend(phone));
  await phone.getByRole('button', { name: 'Go on without new codes' }).waitFor();
  expect(await phone.getByRole('navigation').count()).toBe(0);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Make new recovery codes' }).click();
  await phone.getByRole('textbox', { name: 'Code' }).fill(await instructorsApp.next());
  await phone.keyboard.press('Enter');
  await shownCodes(phone);
  await phone.getByRole('button', { name: 'I have noted them' }).click();
  await phone.getByRole('heading', { name: 'All Classes' }).waitFor();

  const desk = await stage.open('/dashboard', { by: staff });
  await losingCodes(desk, () => scanAndSend(desk));
  await desk.getByRole('button', { name: 'Go on without new codes' }).click();
  await desk.getByRole('heading', { name: 'All Classes' }).waitFor();
});

const lost = 'Your recovery codes did not arrive';

/** Asks for codes whose answer is lost with the network, and waits until the page says so. */
async function losingCodes<Result>(page: Page, ask: () => Promise<Result>): Promise<Result> {
  const calls = '**/rpc/auth/twoStep/{turnOn,renewRecoveryCodes}';
  await page.route(calls, async (route) => {
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  const isLost = page.waitForEvent('requestfailed', (request) => /turnOn|renewRec/.test(request.url()));
  const result = await ask();
  await isLost;
  await page.unroute(calls);
  await page.context().setOffline(false);
  await page.getByText(lost).waitFor();
  return result;
}

/** Turns it on and leaves the recovery codes on the page. */
async function turnOn(page: Page): Promise<string[]> {
  await scanAndSend(page);
  return await shownCodes(page);
}

/** Turns it on, whatever becomes of the answer. */
async function scanAndSend(page: Page) {
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.waitFor();
  await loaded(page);
  await section.getByRole('button', { name: 'Turn on' }).click();
  const otp = appOf(await section.getByText(/^([A-Z2-7]{1,4} ?)+$/).innerText());
  await section.getByLabel('Code').fill(await otp.next());
  await section.getByRole('button', { name: 'Turn on' }).click();
  return otp;
}

async function shownCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);
  return await codes.getByRole('listitem').allInnerTexts();
}

/** An authenticator app that was given a key; a second code in the same half minute is that of the next one. */
function appOf(secret: string) {
  const otp = createOTP(new TextDecoder().decode(base32.decode(secret.replaceAll(' ', ''))));
  let last = 0;
  return { next: () => otp.hotp((last = Math.max(last + 1, Math.floor(Date.now() / 30_000)))) };
}

async function newOwner(name: string): Promise<string> {
  const email = `${name}@barre.test`;
  const body = { email, password, name: 'Dora Tango', organizationName: 'Tango School' };
  const { accounts, database } = stage.server;
  await accounts.api.signUpEmail({ body });
  await database.pool.query('update auth.user set email_verified = true where email = $1', [email]);
  return email;
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return focused instanceof HTMLInputElement ? (focused.labels?.[0]?.textContent ?? '') : '';
  });
}
