// The landing page's pictures, taken from the demo studio: `node scripts/landing-shots.ts` after `npm run build`.
// Names after it take only those: `node scripts/landing-shots.ts day week`.
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { phoneShot, shots, type ShotName } from '../src/web/landing/shots.ts';
import { openCamera } from './demo-camera.ts';

const folder = new URL('../src/web/landing/images/', import.meta.url);
const sidebar = 256;
const topBar = 57;
const wanted = process.argv.slice(2);

const camera = await openCamera();
try {
  await mkdir(folder, { recursive: true });
  for (const name of Object.keys(shots) as ShotName[])
    if (wanted.length === 0 || wanted.includes(name)) {
      await take(name);
      if (name !== 'attendance') await takeOnPhone(name);
    }
} finally {
  await camera.close();
}

async function take(name: ShotName): Promise<void> {
  const { width, height } = shots[name];
  const isPhone = width < 500;
  // The hero shows the whole window; the others leave the sidebar and the top bar out.
  const frame = isPhone || name === 'day' ? { x: 0, y: 0 } : { x: sidebar, y: topBar };
  const page = await open(name, { width: width + frame.x, height: height + frame.y }, isPhone);
  const png = await page.screenshot({ clip: { ...frame, width, height } });
  if (name === 'day') {
    await save(page, png, 'day', 'webp', 1600, 1000);
    await save(page, png, 'day-small', 'webp', 800, 500);
    // What other sites show beside a link: 1200 x 630, and every one of them reads JPEG.
    await save(page, png, 'preview', 'jpeg', 1200, 630);
  } else if (isPhone) await save(page, png, name, 'webp', width * 1.5, height * 1.5);
  else await save(page, png, name, 'webp', 1280, 800);
  await page.context().close();
}

/** The same screen as a phone shows it, without the top bar. */
async function takeOnPhone(name: ShotName): Promise<void> {
  const { width, height } = phoneShot;
  const page = await open(name, { width, height: height + topBar }, true);
  const png = await page.screenshot({ clip: { x: 0, y: topBar, width, height } });
  await save(page, png, `${name}-phone`, 'webp', width * 1.5, height * 1.5);
  await page.context().close();
}

async function open(name: ShotName, viewport: { width: number; height: number }, isPhone: boolean) {
  const page = await camera.openPage({
    viewport,
    deviceScaleFactor: 2,
    hasTouch: isPhone,
    colorScheme: 'dark',
  });
  await page.goto(await addressOf(name));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => document.fonts.ready);
  await prepare(name, page, isPhone);
  return page;
}

/** Scrolls to what the picture is about. */
async function prepare(name: ShotName, page: Page, isPhone: boolean): Promise<void> {
  if (name === 'leads') await page.getByRole('heading', { name: 'Current inquiries' }).evaluate(toTop);
  if (name === 'payments')
    await page
      .getByRole('heading', { name: /payment/i })
      .first()
      .evaluate(toTop);
  if (name === 'day' || name === 'week')
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  // On a phone the days and rooms stand one below the other.
  if (isPhone && (name === 'day' || name === 'week'))
    await page.getByRole('heading', { level: 2 }).nth(1).evaluate(toTop);
  if (isPhone && name === 'people') await page.locator('tbody tr').first().evaluate(toTop);
  if (isPhone && name === 'insights') await page.getByText('Total Revenue').first().evaluate(toTop);
  if (isPhone && name === 'leads')
    await page.getByText('New', { exact: true }).locator('visible=true').first().evaluate(toTop);
  // The classes of a week, below the heads of its days, not the few sessions of a morning.
  if (!isPhone && name === 'week')
    await page.getByText('2 PM', { exact: true }).evaluate((hour) => hour.scrollIntoView({ block: 'start' }));
  await page.waitForTimeout(300);
}

function toTop(heading: Element): void {
  window.scrollTo(0, heading.getBoundingClientRect().top + window.scrollY - 76);
}

async function addressOf(name: ShotName): Promise<string> {
  const quarter = await one(`select (now() - interval '90 days')::date::text as id`);
  const nextTuesday = await one(`select (date_trunc('week', now()) + interval '8 days')::date::text as id`);
  const [classToday, today] = [
    await one(
      `select c.id from classes c where extract(isodow from now()) = any (c.days_of_week)
        and not exists (select from attendance_sessions s where s.class_id = c.id and s.session_date = now()::date)
        order by (select count(*) from class_registrations r where r.class_id = c.id) desc limit 1`,
    ),
    await one(`select now()::date::text as id`),
  ];
  const payer = await one(
    `select student_id as id from subscriptions group by 1 order by count(*) desc, 1 limit 1`,
  );
  return {
    day: `/dashboard?view=rooms&date=${nextTuesday}`,
    week: `/dashboard?view=week&date=${nextTuesday}`,
    people: '/dashboard/manage-instructors',
    leads: '/dashboard/manage-inquiries?view=board',
    insights: `/dashboard/insights?start=${quarter}&end=${today}`,
    attendance: `/dashboard/attendance/${classToday}/${today}`,
    payments: `/dashboard/student-profile/${payer}`,
  }[name];
}

/** Drawn smaller by the browser itself, which writes WebP. Cut at the bottom to the wanted proportions. */
async function save(
  page: Page,
  png: Buffer,
  name: string,
  type: 'webp' | 'jpeg',
  width: number,
  height: number,
) {
  const encoded = await page.evaluate(
    async ([source, kind, wide, high]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = high;
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('this browser draws nothing');
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(image, 0, 0, image.width, (image.width * high) / wide, 0, 0, wide, high);
      return canvas.toDataURL(`image/${kind}`, 0.8);
    },
    [png.toString('base64'), type, Math.round(width), Math.round(height)] as const,
  );
  const bytes = Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
  const file = `${name}.${type === 'jpeg' ? 'jpg' : 'webp'}`;
  await writeFile(new URL(file, folder), bytes);
  console.log(`${file.padEnd(18)} ${(bytes.length / 1000).toFixed(1)} kB`);
}

async function one(query: string): Promise<string> {
  const { rows } = await camera.database.pool.query<{ id: string }>(query);
  return rows[0]?.id ?? '';
}
