import { expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { expectAccessible, loaded, sidewaysProblems, useBrowser } from '#tests/support/browser.ts';
import { makeClassroom, makeInstructor } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();

const officeOnly = 'Only the owner, admins and staff open this page.';
const managementOnly = 'Only the owner and admins open this page.';
const teachersToo = 'Only the owner, admins, staff and instructors open this page.';
const ownProfile = 'Only the owner, admins, staff and this instructor see this profile.';
const ownClass = 'Only the owner, admins, staff and who teaches this class take its attendance.';

const office = {
  insights: managementOnly,
  'your-data': managementOnly,
  'manage-classes': officeOnly,
  'manage-instructors': officeOnly,
  'manage-students': officeOnly,
  'manage-inquiries': officeOnly,
  'manage-classrooms': officeOnly,
  'manage-dance-types': officeOnly,
};
const refused = {
  staff: { insights: managementOnly, 'your-data': managementOnly },
  instructor: {
    ...office,
    'student-profile': 'Only the owner, admins, staff and students open this page.',
    'instructor-profile': ownProfile,
    attendance: ownClass,
  },
  student: {
    ...office,
    'class-roster': teachersToo,
    'daily-log': teachersToo,
    'log-tryout': teachersToo,
    'instructor-profile': ownProfile,
    attendance: ownClass,
  },
};

it.for(['staff', 'instructor', 'student'] as const)(
  'tells who opens by its address what their role (%s) may not: who may, and no way to try again',
  async (role) => {
    const studio = await stage.app.studio();
    const addresses = await makeAddresses(studio.owner);
    const page = await stage.open('/dashboard', { by: studio[role] });
    for (const path of addresses) {
      await page.goto(`${stage.url}/dashboard/${path}`);
      await loaded(page);
      const words = Object.entries(refused[role]).find(([name]) => path.startsWith(name))?.[1];
      if (words) {
        await page.getByText(words).waitFor();
        await page
          .getByRole('main')
          .getByRole('link', { name: /^Back to/ })
          .first()
          .waitFor();
      }
      expect.soft(await page.getByRole('button', { name: 'Retry' }).count(), path).toBe(0);
      expect.soft(await page.getByText('You do not have permission').count(), path).toBe(0);
    }
    await page.goto(`${stage.url}/dashboard/insights`);
    await page.getByText(managementOnly).waitFor();
    await expectAccessible(page);
    expect(await sidewaysProblems(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Back to Schedule' }).click();
    await page.waitForURL('**/dashboard');
  },
);

it.for(['instructor', 'student'] as const)(
  'leads who has no class (%s) to their one-time sessions, and says of a free day what is true',
  async (role) => {
    const { owner, ...people } = await stage.app.studio();
    const { profileId } = people[role];
    const needs = { ...(await makeStage(stage.app, owner)), [`${role}Id`]: profileId };
    await owner.api.scheduling.oneOffs.create(oneOffOn(needs));
    const page = await stage.open('/dashboard', { by: people[role] });
    await page.getByText('No classes yet').waitFor();
    await expectAccessible(page);
    expect(await sidewaysProblems(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Week' }).click();
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByRole('button', { name: /One-Time Private.*Mon, Nov 23/ }).waitFor();
    for (const view of ['rooms', 'instructors']) {
      await page.goto(`${stage.url}/dashboard?view=${view}&date=2026-11-24`);
      await page.getByText('No sessions on this day').waitFor();
    }
    await page.goto(`${stage.url}/dashboard/cancellations`);
    await page.getByText('No cancellations recorded').waitFor();
    expect(await page.getByText('can be restored').count()).toBe(0);
  },
);

it('lets instructors look up who is enrolled in their classes', async () => {
  const { owner, instructor } = await stage.app.studio();
  await makeAttendedClass(stage.app, owner, { name: 'Ballet 1', instructorId: instructor.profileId });
  const page = await stage.open('/dashboard', { by: instructor });
  await page.getByRole('button', { name: 'Actions for Ballet 1' }).click();
  await expectAccessible(page, { isListOpen: true });
  await page.getByRole('menuitem', { name: 'View Students' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ballet 1' }).waitFor();
  await page.getByText('Student 00').first().waitFor();
});

/** Every page of the dashboard, on rows that are nobody's but the studio's. */
async function makeAddresses(owner: Actor): Promise<string[]> {
  const { classId, students } = await makeAttendedClass(stage.app, owner, { daysOfWeek: [6] });
  const instructorId = await makeInstructor(stage.app, owner);
  const { id: inquiryId } = await owner.api.leads.create({ fullName: 'Ana Ruiz' });
  const { id } = await owner.api.leads.scheduleTryout({
    inquiryId,
    instructorId,
    roomId: await makeClassroom(stage.app, owner),
    sessionDate: testToday,
    startTime: '17:00',
    endTime: '18:00',
  });
  return [
    'insights',
    'your-data',
    'manage-classes',
    'manage-classes?tab=one-time',
    'manage-instructors',
    'manage-students',
    'manage-inquiries',
    'manage-inquiries?view=board',
    'manage-classrooms',
    'manage-dance-types',
    'cancellations',
    'daily-log',
    'edit-profile',
    `student-profile/${students[0]}`,
    `instructor-profile/${instructorId}`,
    `class-roster/${classId}`,
    `attendance/${classId}/${testToday}`,
    `log-tryout/${id}`,
  ];
}
