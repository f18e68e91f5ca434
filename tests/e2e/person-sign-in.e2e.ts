import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  expectAccessible,
  holdsFocus,
  loaded,
  sidewaysProblems,
  said,
  useBrowser,
} from '#tests/support/browser.ts';
import { makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeInstructor, makeStudent } from '#tests/support/factories.ts';

const stage = useBrowser();
const password = 'plié and relevé';

describe('a person of the studio', () => {
  it('is invited on their profile, signs in to their own schedule, and is signed out when access ends', async () => {
    const { owner } = await stage.app.studio();
    const instructorId = await makeInstructor(stage.app, owner, { fullName: 'Ana Ruiz' });
    await makeClass(stage.app, owner, { name: 'Saturday Tap', instructorId, daysOfWeek: [6] });
    await makeClass(stage.app, owner, { name: 'Somebody else’s', daysOfWeek: [6] });
    const page = await stage.open(`/dashboard/instructor-profile/${instructorId}`, { by: owner });
    await card(page).getByText('No sign-in').waitFor();
    await expectAccessible(page);

    await card(page).getByRole('button', { name: 'Add an email address' }).click();
    const email = `ana-${instructorId}@barre.test`;
    await holdsFocus(page.getByRole('dialog'));
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await card(page).getByRole('button', { name: 'Invite to sign in' }).dblclick();
    await said(page, `An invitation was sent to ${email}.`);
    await card(page).getByText(`Invited at ${email}`).waitFor();
    // As the second of a double click that was slower: the button bears another name by then.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(lettersTo(email)).toHaveLength(1);
    await card(page).getByRole('button', { name: 'Send the invitation again' }).click();
    await expect.poll(() => lettersTo(email).length).toBe(2);
    await expectAccessible(page);
    expect(await sidewaysProblems(page)).toEqual([]);
    expect(lettersTo(email)).toHaveLength(2);

    const ana = await stage.open(linkIn(lettersTo(email).at(-1)));
    await ana.getByRole('heading', { name: 'Choose a password' }).waitFor();
    await ana.getByLabel('Password', { exact: true }).fill(password);
    await ana.getByRole('button', { name: 'Update password' }).click();
    await ana.getByRole('status').getByText('Your password has been updated').waitFor();
    await ana.getByLabel('Email').fill(email);
    await ana.getByLabel('Password', { exact: true }).fill(password);
    await ana.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ana.waitForURL('**/dashboard');
    await ana.getByText('Saturday Tap').first().waitFor();
    await loaded(ana);
    expect(await ana.getByText('Somebody else’s').count()).toBe(0);
    expect(await ana.getByRole('link', { name: 'Students', exact: true }).count()).toBe(0);
    await ana.getByRole('button', { name: 'Ana Ruiz' }).click();
    await ana.getByRole('menuitem', { name: 'My profile' }).click();
    await ana.getByRole('heading', { level: 1, name: 'Ana Ruiz' }).waitFor();
    await ana.getByRole('heading', { name: 'Activity Summary' }).waitFor();

    await page.reload();
    await card(page).getByText('Last used').waitFor();
    await expectAccessible(page);
    expect(await sidewaysProblems(page)).toEqual([]);
    await card(page).getByRole('button', { name: 'Sign out everywhere' }).click();
    const lost = page.getByRole('dialog', { name: 'Sign Ana Ruiz out everywhere?' });
    await lost.waitFor();
    await expectAccessible(page);
    await lost.getByRole('button', { name: 'Sign out everywhere' }).click();
    await said(page, 'Ana Ruiz was signed out everywhere.');
    await card(page).getByText('Signed in nowhere right now.').waitFor();
    await ana.waitForURL('**/login**');
    await card(page).getByRole('button', { name: 'End access' }).click();
    const question = page.getByRole('dialog', { name: 'End Ana Ruiz’s access?' });
    await question.getByRole('button', { name: 'End access' }).click();
    await said(page, 'Ana Ruiz cannot sign in any more.');
    await card(page).getByText('No sign-in').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Ana Ruiz' }).waitFor();
  });

  it('reads as a student what they paid and have left, with nothing to change', async () => {
    const { owner, student } = await stage.app.studio();
    const studentId = student.profileId;
    const classId = await makeClass(stage.app, owner, { name: 'Saturday Tap' });
    await makeRegistration(stage.app, owner, { studentId, classId });
    await makeSubscription(stage.app, owner, { studentId, classId, subscriptionType: 'session_based' });
    const page = await stage.open('/dashboard', { by: student, viewport: 'phone' });
    await page.getByRole('button', { name: 'Student Person' }).click();
    await page.getByRole('menuitem', { name: 'My profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Student Person' }).waitFor();
    await page.getByText('Saturday Tap: 10 of 10 sessions left').waitFor();
    await page.getByRole('table', { name: 'Payment history' }).getByText('$120.00').waitFor();
    await expectAccessible(page);
    expect(await sidewaysProblems(page)).toEqual([]);
    const buttons = page.getByRole('main').getByRole('button');
    expect(await buttons.filter({ hasNotText: /^(Print|Period|Status|Amount)/ }).allTextContents()).toEqual(
      [],
    );
    expect(await card(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Schedule' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('is told apart from who has their address already', async () => {
    const { owner, staff, student, instructor } = await stage.app.studio();
    const id = await makeStudent(stage.app, owner, { fullName: 'Ben Tendu' });
    const { version } = await owner.api.people.students.get({ id });
    const { email } = student;
    await owner.api.people.students.update({ id, version, fullName: 'Ben Tendu', email });
    const page = await stage.open(`/dashboard/student-profile/${id}`, { by: staff, viewport: 'phone' });
    await card(page).getByRole('button', { name: 'Invite to sign in' }).click();
    await card(page)
      .getByRole('alert')
      .getByText(`${email} is what Student Person signs in with or was invited with.`)
      .waitFor();
    await expectAccessible(page);
    expect(await sidewaysProblems(page)).toEqual([]);

    await page.goto(`${stage.url}/dashboard/instructor-profile/${instructor.profileId}`);
    await card(page).getByText('Only the owner and admins can change this.').waitFor();
    expect(await card(page).getByRole('button').count()).toBe(0);
  });
});

it('says no more why somebody of the team could not be invited again once they are removed', async () => {
  const { owner } = await stage.app.studio();
  const person = {
    fullName: 'Nell New',
    email: `nell-${owner.profileId}@barre.test`,
    role: 'staff',
  } as const;
  await owner.api.organization.team.invite(person);
  const page = await stage.open('/dashboard/edit-profile', { by: owner });
  // As many letters as one mailbox gets in an hour.
  for (let nth = 0; nth < 10; nth++) await page.request.post(`${stage.url}/api/team`, { data: person });
  const team = page.getByRole('region', { name: 'Team' });
  await team.getByRole('button', { name: /Nell New/ }).click();
  await page.getByRole('menuitem', { name: 'Send the invitation again' }).click();
  await team.getByRole('alert').getByText('No more invitations').waitFor();
  await team.getByRole('button', { name: /Nell New/ }).click();
  await page.getByRole('menuitem', { name: 'Remove access' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
  await said(page, 'Nell New was removed from the team.');
  await team.getByText(person.email).first().waitFor({ state: 'detached' });
  await team.getByRole('alert').waitFor({ state: 'detached' });
});

function card(page: Page) {
  return page.getByRole('region', { name: 'Sign-in' });
}

function lettersTo(email: string) {
  return stage.app.letters.filter(({ to }) => to === email);
}

function linkIn(letter: { text: string } | undefined): string {
  const link = /https?:\S+token=\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  return link.replace(stage.url, '');
}
