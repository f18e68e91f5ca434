import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompanies, type Companies } from '#tests/accounts/companies.ts';
import { expectAccessible, hold, useBrowser } from '#tests/support/browser.ts';

// With a mail server set up addresses have to be confirmed; the letters themselves are caught before they leave.
const settings: Record<string, string> = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MICROSOFT_CLIENT_ID: 'microsoft',
  MICROSOFT_CLIENT_SECRET: 'secret of microsoft',
};
let companies: Companies;
beforeAll(async () => {
  companies = await openCompanies();
  settings['MICROSOFT_AUTHORITY'] = companies.url;
});
afterAll(() => companies.close());

const stage = useBrowser(settings);
const timeout = 30_000;
const password = 'plié and relevé';

describe('the sign-in page', () => {
  it('signs up once the address is confirmed, and in by the password', async () => {
    const { page, email } = await signUp('nora');
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('Confirm your email address first').waitFor();
    await page.goto(await linkTo(email, 'Confirm your email address for Barre'));
    await page.waitForURL('**/dashboard');
    // The link again: confirmed already, so it only says so.
    const again = await stage.open('/');
    await again.goto(await linkTo(email, 'Confirm your email address for Barre'));
    await again.getByRole('status').getByText('Your email address is confirmed. Sign in.').waitFor();
    expect(await isSignedIn(again)).toBe(false);
    await fillIn(again, email, 'wrong password');
    await press(again, 'Sign in');
    await again.getByRole('alert').getByText('Invalid email or password').waitFor();
    await expectAccessible(again);
    await fillIn(again, email, password);
    await press(again, 'Sign in');
    await again.waitForURL('**/dashboard');
  });

  it('says who else is signed in where a link is opened that was used already', async () => {
    const { page, email } = await signUp('rosa');
    const link = await linkTo(email, 'Confirm your email address for Barre');
    await page.goto(link);
    await page.waitForURL('**/dashboard');
    // Their own dashboard needs no words.
    await page.goto(link);
    await page.waitForURL('**/dashboard');
    const { owner } = await stage.app.studio();
    const other = await stage.open('/dashboard', { by: owner });
    await other.goto(link);
    await other
      .getByRole('status')
      .getByText(`${email} is confirmed. Olive Owner is signed in here`)
      .waitFor();
    await expectAccessible(other);
    await other.getByRole('link', { name: 'Go on as Olive Owner' }).click();
    await other.getByRole('button', { name: 'Olive Owner' }).waitFor();
    await other.goto(link);
    await other.getByRole('link', { name: 'Go on as Olive Owner' }).waitFor();
    await fillIn(other, email, password);
    await press(other, 'Sign in');
    await other.getByRole('button', { name: 'Nora Newcomer' }).waitFor();
  });

  it('says what to do about a link that has expired', async () => {
    const { page, email } = await signUp('lena');
    await page.goto(`${stage.url}/login?confirm=expired`);
    await page.getByRole('alert').getByText('Sign in, and we send it again.').waitFor();
    await fillIn(page, email, password);
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('the link was sent to it again').waitFor();
  });

  it('asks for the password who confirms the address on another device', async () => {
    const { page, email } = await signUp('pia');
    const phone = await stage.open('/', { viewport: 'phone' });
    await phone.goto(await linkTo(email, 'Confirm your email address for Barre'));
    await phone.getByText(`This link confirms ${email}.`).waitFor();
    await expectAccessible(phone);
    expect(await isSignedIn(phone)).toBe(false);
    await phone.getByLabel('Password', { exact: true }).fill('wrong password');
    await press(phone, 'Confirm my address');
    await phone.getByRole('alert').getByText('Invalid email or password').waitFor();
    await expectAccessible(phone);
    await phone.getByLabel('Password', { exact: true }).fill(password);
    await press(phone, 'Confirm my address');
    await phone.waitForURL('**/dashboard');
    await fillIn(page, email, password);
    await press(page, 'Sign in');
    await page.waitForURL('**/dashboard');
  });

  it('signs in by a magic link, which works once', async () => {
    const email = await newOwner('mia');
    const page = await stage.open('/dashboard/insights?start=2030-01-01');
    await follow(page, 'Send a magic link email');
    await page.getByLabel('Email').fill(email);
    await expectAccessible(page);
    await press(page, 'Send Magic Link');
    await page.getByRole('status').getByText('Check your email for the magic link').waitFor();
    await expectAccessible(page);
    const link = await linkTo(email, 'Your link to sign in to Barre');
    const late = await stage.open('/');
    await late.goto(link);
    await late
      .getByRole('alert')
      .getByText('This link works in the browser where you asked for it. Open it there')
      .waitFor();
    await expectAccessible(late);
    expect(await isSignedIn(late)).toBe(false);
    await page.goto(link);
    await page.waitForURL('**/dashboard/insights?start=2030-01-01**');
    await page.goto(link);
    await page.getByRole('alert').getByText('This link was used already or has expired.').waitFor();
    await expectAccessible(page);
    const release = await hold(late, '**/api/auth/sign-in/magic-link');
    await late.getByLabel('Email').fill(email);
    await press(late, 'Send Magic Link');
    await late.getByRole('button', { name: 'Sending Magic Link...' }).waitFor();
    await late.getByRole('heading', { name: 'Sign in by email' }).waitFor();
    release();
    await late.getByRole('status').getByText('Check your email for the magic link').waitFor();
    await late.getByRole('link', { name: 'Sign in' }).click();
    await late.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  it('signs in by a code sent by email', async () => {
    const email = await newOwner('cora');
    const page = await stage.open('/login?view=magic_link');
    await page.getByRole('link', { name: 'Use a one-time code' }).click();
    await page.getByLabel('Email', { exact: true }).last().fill(email);
    await expectAccessible(page);
    await press(page, 'Send code');
    await page.getByRole('status').getByText('Check your email for the one-time code').waitFor();
    const code = (await letterTo(email, 'is your Barre code')).subject.slice(0, 6);
    await page.getByLabel('One-time code').fill(code === '111111' ? '222222' : '111111');
    await press(page, 'Verify token');
    await page.getByRole('alert').getByText('The code is wrong or has expired.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('One-time code').fill(code);
    await press(page, 'Verify token');
    await page.waitForURL('**/dashboard');
  });

  it('keeps the address a code was sent to for the next one', async () => {
    const page = await stage.open('/login?view=verify_otp');
    await page.getByLabel('Email', { exact: true }).last().fill('nina@studio.example');
    await press(page, 'Send code');
    await press(page, 'Send a new code');
    expect(await page.getByLabel('Email', { exact: true }).last().inputValue()).toBe('nina@studio.example');
  });

  it('opens a studio for a phone number', async () => {
    const page = await stage.open('/login?view=verify_otp', { viewport: 'phone' });
    await page.getByRole('radio', { name: 'Text message' }).check();
    await page.getByText('Text messages can be read by whoever takes over your number').waitFor();
    await page.getByLabel('Phone').fill('555 0100');
    await press(page, 'Send code');
    await page.getByRole('alert').getByText('with its country code').waitFor();
    await page.getByLabel('Phone').fill('+1 555 010 4477');
    await expectAccessible(page);
    await press(page, 'Send code');
    await page.getByRole('status').getByText('Check your phone for the one-time code').waitFor();
    await expect.poll(() => stage.server.sms.sent()[0]?.to).toBe('+15550104477');
    const [message] = stage.server.sms.sent();
    await page.getByLabel('One-time code').fill(message?.text.slice(0, 6) ?? '');
    await press(page, 'Verify token');
    await page.waitForURL('**/dashboard');
    await page.goto(`${stage.url}/dashboard/edit-profile`);
    await page.getByText('You sign in with your phone, by a one-time code.').waitFor();
    expect(await page.content()).not.toContain('phone.invalid');
  });

  it('sets a forgotten password anew', async () => {
    const email = await newOwner('fay');
    const page = await stage.open('/dashboard/insights?start=2030-01-01');
    await follow(page, 'Forgot your password?');
    await page.getByLabel('Email').fill(email);
    await expectAccessible(page);
    await press(page, 'Send reset password instructions');
    await page.getByRole('status').getByText('Check your email for the password reset link').waitFor();
    const link = await linkTo(email, 'Set a new password for Barre');
    await page.goto(link);
    await page.getByLabel('New password').fill('short');
    await press(page, 'Update password');
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.getByLabel('New password').fill('battement tendu');
    await press(page, 'Update password');
    await page.getByRole('status').getByText('Your password has been updated').waitFor();
    await expectAccessible(page);
    await fillIn(page, email, 'battement tendu');
    await press(page, 'Sign in');
    await page.waitForURL('**/dashboard/insights?start=2030-01-01**');
    const late = await stage.open('/');
    await late.goto(link);
    await late.getByLabel('New password').fill('another password');
    await press(late, 'Update password');
    await late.getByRole('alert').getByText('This link was used already or has expired.').waitFor();
  });

  it('signs in with a Microsoft account, back to the page one came for', async () => {
    companies.holder = { id: '7', email: 'otis@barre.test', name: 'Otis Waltz', isVerified: true };
    const page = await stage.open('/dashboard/manage-classrooms');
    await page.waitForURL('**/login**');
    await page.getByRole('button', { name: 'Continue with Microsoft' }).waitFor();
    expect(await page.getByRole('button', { name: /Continue with (GitHub|Google)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
    await page.getByRole('alert').getByText('There is no account for this address yet.').waitFor();
    await page.goto(`${stage.url}/dashboard/manage-classrooms`);
    await follow(page, 'Sign up');
    await page.getByLabel('Studio name').waitFor();
    await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
    await page.waitForURL('**/dashboard/manage-classrooms');
    await page.getByRole('button', { name: 'Otis Waltz' }).waitFor();
    await page.context().clearCookies();
    await page.goto(`${stage.url}/dashboard/manage-classrooms`);
    await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
    await page.waitForURL('**/dashboard/manage-classrooms');
    await page.getByRole('button', { name: 'Otis Waltz' }).waitFor();

    companies.holder = { id: '8', email: 'vera@barre.test', name: 'Vera', isVerified: false };
    const other = await stage.open('/login');
    await other.getByRole('button', { name: 'Continue with Microsoft' }).click();
    const status = other.getByRole('status');
    await status.getByText('Check your email for the confirmation link').waitFor();
    // None is sent to who was invited, and no answer may tell who was.
    await status
      .getByText('If none comes, you were invited, have an account already or did not sign up yet')
      .waitFor();
    await expectAccessible(other);
  });

  it('can be used again when the way to another company was stopped or went back', async () => {
    const page = await stage.open('/');
    await page.goto(`${stage.url}/login`);
    // The other company never answers.
    await page.route(`${companies.url}/**`, () => {});
    const button = page.getByRole('button', { name: 'Continue with Microsoft' });
    const devtools = await page.context().newCDPSession(page);
    const leaving = page.waitForRequest(`${companies.url}/**`);
    await button.click({ noWaitAfter: true });
    await leaving;
    await devtools.send('Page.stopLoading');
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false');

    const again = page.waitForRequest(`${companies.url}/**`);
    await button.click({ noWaitAfter: true });
    await again;
    const { currentIndex, entries } = await devtools.send('Page.getNavigationHistory');
    for (const index of [currentIndex - 1, currentIndex]) {
      await devtools.send('Page.navigateToHistoryEntry', { entryId: entries[index]?.id ?? 0 });
      await page.waitForURL(entries[index]?.url ?? '');
    }
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false');
  });

  it('needs no mouse', async () => {
    const email = await newOwner('kit');
    const page = await stage.open('/login');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    const order = ['Barre', 'Back to Home', 'Email'];
    for (const name of order) {
      await page.keyboard.press('Tab');
      expect(await focusedName(page)).toContain(name);
    }
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
  });

  it('is drawn once with all ways in, which would move the form, and without where they keep it waiting', async () => {
    const page = await stage.open('/');
    const asked = '**/rpc/auth/providers**';
    const email = page.getByLabel('Email');
    const company = page.getByRole('button', { name: 'Continue with Microsoft' });
    const answer = await hold(page, asked);
    await page.goto(`${stage.url}/login`);
    await email.waitFor();
    expect(await company.count()).toBe(0);
    answer();
    await company.waitFor();

    await page.unroute(asked);
    const answerLate = await hold(page, asked);
    // The second for which it is waited is not over before.
    await page.addInitScript(() => {
      const start = window.setTimeout.bind(window);
      const later = (run: TimerHandler, ms = 0) => start(run, ms === 1_000 ? 1_000_000_000 : ms);
      window.setTimeout = later as typeof window.setTimeout;
    });
    await Promise.all([page.waitForRequest(asked), page.reload()]);
    await page.waitForTimeout(300);
    expect(await email.count()).toBe(0);
    answerLate();
    await email.waitFor();
    expect(await company.count()).toBe(1);
  });

  it('tells password managers what its fields are', async () => {
    const page = await stage.open('/login');
    const kinds = () =>
      page.evaluate(() => [...document.querySelectorAll('input')].map((input) => input.autocomplete));
    await page.getByLabel('Password', { exact: true }).waitFor();
    await expect.poll(kinds).toEqual(['username', 'current-password']);
    await follow(page, 'Sign up');
    await page.getByLabel('Studio name').waitFor();
    await expect.poll(kinds).toEqual(['name', 'organization', 'username', 'new-password']);
    await page.getByLabel('Password', { exact: true }).evaluate((field) => {
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      if (!field.dispatchEvent(paste)) throw new Error('pasting is not allowed');
    });
  });
});

describe('Edit Profile', () => {
  it('shows where one is signed in, signs devices out and changes the password', async () => {
    const email = await newOwner('dora');
    const phone = await stage.open('/login', { viewport: 'phone' });
    const desk = await stage.open('/login');
    for (const page of [phone, desk]) {
      await fillIn(page, email, password);
      await press(page, 'Sign in');
      await page.waitForURL('**/dashboard');
    }
    await desk.addInitScript(drawLate);
    await desk.goto(`${stage.url}/dashboard/edit-profile`);
    const devices = desk.getByRole('region', { name: 'Signed-in devices' });
    await expectCount(devices.getByRole('listitem'), 3);
    await expectCount(devices.getByText('This device'), 1);
    await expectAccessible(desk);

    const panel = desk.getByRole('region', { name: 'Password' });
    await panel.getByLabel('Current password').fill('not it');
    await panel.getByLabel('New password').fill('battement tendu');
    await panel.getByRole('button', { name: 'Update password' }).click();
    await panel.getByText('Invalid password').waitFor();
    expect(await panel.getByRole('alert').count()).toBe(0);
    const isWrong = (name: string) => panel.getByLabel(name).getAttribute('aria-invalid');
    expect([await isWrong('Current password'), await isWrong('New password')]).toEqual(['true', null]);
    await expect
      .poll(() => desk.evaluate(() => document.activeElement?.getAttribute('data-path')))
      .toBe('currentPassword');
    await panel.getByLabel('Current password').fill(password);
    await panel.getByRole('button', { name: 'Update password' }).click();
    await desk.getByRole('status').filter({ hasText: 'Your password has been updated' }).waitFor();
    await expectCount(devices.getByRole('listitem'), 1);
    // Where it stands it may learn of it by itself just now, and go to the sign-in page.
    await phone.goto('about:blank');
    await phone.goto(`${stage.url}/dashboard/manage-classrooms`);
    await phone.waitForURL('**/login**');

    await fillIn(phone, email, 'battement tendu');
    await press(phone, 'Sign in');
    await phone.waitForURL('**/dashboard/manage-classrooms');
    await desk.reload();
    await expectCount(devices.getByRole('listitem'), 2);
    await devices.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await expectCount(devices.getByRole('listitem'), 1);
    await signInUnseen(email);
    await signInUnseen(email);
    await desk.reload();
    await expectCount(devices.getByRole('listitem'), 3);
    await stage.server.database.pool.query(
      `delete from auth.session where id =
        (select id from auth.session where user_agent is null order by updated_at desc, id limit 1)`,
    );
    const programs = devices.getByRole('button', { name: /^Sign out Another program/ });
    await programs.first().click();
    await devices.getByText('This device is signed out already.').waitFor();
    await expectCount(devices.getByRole('listitem'), 2);
    await devices.getByRole('button', { name: 'Sign out other devices' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Sign out other devices' }).click();
    await expectCount(devices.getByRole('listitem'), 1);
    await expectCount(devices.getByRole('alert'), 0);
    await signOutOthers(desk);
    await desk.getByRole('status').filter({ hasText: 'No other device is signed in now.' }).waitFor();
    await devices.getByRole('button', { name: 'Sign out everywhere' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await desk.waitForURL('**/login');
  });

  it('asks to sign in again before devices are signed out long after the sign-in', async () => {
    const email = await newOwner('tessa');
    const page = await stage.open('/login?next=/dashboard/edit-profile');
    await fillIn(page, email, password);
    await press(page, 'Sign in');
    await page.getByText('This device').waitFor();
    await stage.server.database.pool.query(
      `update auth.session set created_at = now() - interval '1 hour'
        where user_id = (select id from auth.user where email = $1)`,
      [email],
    );
    const devices = page.getByRole('region', { name: 'Signed-in devices' });
    const question = page.getByRole('dialog', { name: 'Sign in again first' });
    await devices.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await question.getByText('You signed in a while ago.').waitFor();
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect.poll(() => focusedText(page)).toBe('Sign out everywhere');
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await question.getByText('Sign in again, then turn on two-step sign-in.').waitFor();
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect.poll(() => focusedText(page)).toBe('Turn on');
    await devices
      .getByRole('button', { name: /^Sign out .*, used/ })
      .first()
      .click();
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Not now' }).click();
    await signOutOthers(page);
    await question.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await fillIn(page, email, password);
    await press(page, 'Sign in');
    await page.waitForURL('**/dashboard/edit-profile');
    await expectCount(devices.getByRole('listitem'), 2);
    await signOutOthers(page);
    await page.getByRole('status').filter({ hasText: 'Other devices were signed out.' }).waitFor();
    await expectCount(devices.getByRole('listitem'), 1);
  });
});

/** Signs somebody in with a program of their own. */
async function signInUnseen(email: string): Promise<void> {
  await stage.server.database.pool.query(
    `insert into auth.session (user_id, token, expires_at)
      select id, gen_random_uuid()::text, now() + interval '1 day' from auth.user where email = $1`,
    [email],
  );
}

async function signOutOthers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dora' }).click();
  await page.getByRole('menuitem', { name: 'Sign out other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out other devices' }).click();
}

/** On a slow machine React draws what an answer changed some frames later. */
function drawLate(): void {
  const send = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function later(message: unknown) {
    setTimeout(() => send.call(this, message), 60);
  };
}

async function signUp(name: string): Promise<{ page: Page; email: string }> {
  const email = `${name}@barre.test`;
  const page = await stage.open('/login?view=sign_up');
  await page.getByLabel('Your name').fill('Nora Newcomer');
  await page.getByLabel('Studio name').fill('First Steps School');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expectAccessible(page);
  await press(page, 'Sign up');
  await page.getByRole('status').getByText('Check your email for the confirmation link').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await fillIn(page, email, password);
  return { page, email };
}

function focusedText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

async function isSignedIn(page: Page): Promise<boolean> {
  const cookies = await page.context().cookies();
  return cookies.some(({ name }) => name.endsWith('session_token'));
}

/** Somebody with a confirmed address and a password, made past the screens; signed in once already. */
async function newOwner(name: string): Promise<string> {
  const email = `${name}@barre.test`;
  const body = { email, password, name: 'Dora Tango', organizationName: 'Tango School' };
  const { accounts, database } = stage.server;
  await accounts.api.signUpEmail({ body });
  await database.pool.query('update auth.user set email_verified = true where email = $1', [email]);
  await accounts.api.signInEmail({ body: { email, password } });
  return email;
}

async function fillIn(page: Page, email: string, secret: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
}

/** Of the links below the form, which moves them once it is known which companies there are. */
async function follow(page: Page, name: string) {
  await page.getByRole('button', { name: /^Continue with/ }).waitFor();
  await page.getByRole('link', { name }).click();
}

async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
}

async function expectCount(found: Locator, count: number) {
  await expect.poll(() => found.count(), { timeout }).toBe(count);
}

async function letterTo(email: string, subject: string) {
  const find = () =>
    stage.app.letters.findLast((each) => each.to === email && each.subject.includes(subject));
  await expect.poll(find, { timeout }).toBeTruthy();
  const letter = find();
  if (!letter) throw new Error(`no letter to ${email}`);
  return letter;
}

async function linkTo(email: string, subject: string): Promise<string> {
  const { text } = await letterTo(email, subject);
  return /http\S+\/login\?\S+/.exec(text)?.[0] ?? '';
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement) return focused.labels?.[0]?.textContent ?? '';
    return focused?.textContent ?? '';
  });
}
