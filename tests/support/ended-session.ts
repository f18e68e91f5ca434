import type { Page } from 'playwright-core';

import type { Stage } from './browser.ts';
import type { Actor } from './test-app.ts';

/** Ends somebody's session at the server; their page learns of it and goes to the sign-in page. */
export async function endSession({ app }: Stage, page: Page, by: Actor): Promise<void> {
  await app.database.pool.query('delete from auth.session where user_id = $1', [by.userId]);
  // Long enough for the form to go before the page does.
  await page.context().route('**/rpc/auth/session**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  // The line to the server is opened anew, and refused.
  await loseNetwork(page);
  await page.waitForURL('**/login?next=**');
}

/** Takes the network away from a page until it has noticed, and gives it back. */
export async function loseNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await page.context().setOffline(false);
}

/** Gives the browser of a page whose session was ended a new one of the same person. */
export async function signInAgain(stage: Stage, page: Page, by: Actor): Promise<void> {
  // The sign-in page would lead on by itself as soon as the session is there.
  await page.goto('about:blank');
  const again = await stage.open('/dashboard/color-palette', { by });
  await page.context().addCookies(await again.context().cookies());
  // One that still waits would go on a second time.
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
}
