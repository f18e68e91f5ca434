import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { listScreens } from '#tests/support/screens.ts';
import { openCamera } from './demo-camera.ts';

// npm run shots                      every screen of the demo studio, dark and light, on a desk and a phone
// npm run shots -- insights roster   only those whose name has one of the words

const wanted = process.argv.slice(2);
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const folder = 'shots';

const camera = await openCamera();
try {
  await mkdir(folder, { recursive: true });
  const screens = (await listScreens(camera.database)).filter(
    ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  for (const theme of ['dark', 'light'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const page = await openPage(theme, viewport);
      for (const [name, path] of screens)
        await photograph(page, path, `${folder}/${name}-${theme}-${size}.png`);
      await page.context().close();
    }
  }
  console.log(`${screens.length * 4} screenshots in ${folder}/`);
} finally {
  await camera.close();
}

async function openPage(
  colorScheme: 'dark' | 'light',
  viewport: { width: number; height: number },
): Promise<Page> {
  const page = await camera.openPage({ viewport, colorScheme });
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`${page.url()}: ${message.text()}`);
  });
  return page;
}

async function photograph(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Lists far down are drawn once they come near the screen.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(400);
  // What a tab hides may wait until it is looked at.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"]')].every((busy) => !busy.checkVisibility()),
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file, fullPage: true });
}
