import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, expectAccessible, loaded, useBrowser } from '#tests/support/browser.ts';
import { openChromium } from '#tests/support/chromium.ts';

const stage = useBrowser({
  CONTACT_EMAIL: 'hello@studio.test',
  CONTACT_WHATSAPP: '+1 (555) 010-7788',
  COPYRIGHT_YEAR: '2024',
});

describe('the landing page', () => {
  it('says what the specification says, in its order', async () => {
    const page = await stage.open('/');
    const header = page.getByRole('banner');
    expect(await targets(page, 'header')).toEqual([
      ['Barre', '/'],
      ['Get in Touch', '/#contact'],
      ['Login', '/login'],
      ['Start Free Trial', '/login?view=sign_up'],
    ]);
    expect(await header.evaluate((node) => getComputedStyle(node).position)).toBe('fixed');
    const text = await page.locator('body').innerText();
    const inOrder = [
      'Start 14-Day Free Trial',
      'Book a Demo',
      '14-day free trial',
      'No credit card',
      'Cancel anytime',
      '500+ studios',
      'Enterprise-grade security',
      'Smart Scheduling',
      'Student & Instructor Management',
      'Lead Management',
      'Analytics & Insights',
      'Class Management',
      'Smart Payments',
      'instructor experience',
      'Activity log',
      'student experience',
      'Notes and reviews',
      'WhatsApp support',
      '+1 (555) 010-7788',
      'Email support',
      'hello@studio.test',
      'Schedule Demo',
      'Mobile App Coming Soon',
      'iOS',
      'Android',
      'Start Your Free Trial Today',
      '© 2024',
    ];
    let at = 0;
    for (const words of inOrder) {
      const found = text.indexOf(words, at);
      expect(found, `${words} after ${text.slice(Math.max(0, at - 40), at)}`).toBeGreaterThanOrEqual(at);
      at = found;
    }
    const links = await targets(page, 'main');
    expect(links).toEqual([
      ['Start 14-Day Free Trial', '/login?view=sign_up'],
      ['Book a Demo', '/demo'],
      [expect.stringContaining('WhatsApp support'), 'https://wa.me/15550107788'],
      [expect.stringContaining('Email support'), 'mailto:hello@studio.test'],
      ['Schedule Demo', '/demo'],
      ['Start Your Free Trial Today', '/login?view=sign_up'],
    ]);
    await expectAccessible(page);
  });

  it('is whole without any script, and light', async () => {
    const page = await stage.open('/');
    expect(await page.locator('script').count()).toBe(0);
    const images = page.locator('img');
    expect(await images.count()).toBe(7);
    for (const image of await images.all()) {
      const [width, height, alt] = await Promise.all(
        ['width', 'height', 'alt'].map((name) => image.getAttribute(name)),
      );
      expect([Number(width) > 0, Number(height) > 0, (alt ?? '').length > 20]).toEqual([true, true, true]);
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(300);
    }
    // Nobody waits for pictures further down: only the first is asked for at once.
    expect(await page.locator('img[loading="lazy"]').count()).toBe(6);
  });

  it('has one column and no sideways scrolling on a small phone', async () => {
    const page = await stage.open('/', { viewport: 'phone' });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  it.for([
    ['desktop', 'any system'],
    ['phone', 'any system'],
    ['desktop', 'a system without Arial'],
    ['phone', 'a system without Arial'],
  ] as const)(
    'stands still on a %s when its letters come late, on %s',
    async ([viewport, system], { skip }) => {
      const page = await stage.open('/login', { viewport });
      await page.route('**/*.woff2', async (route) => {
        await page.waitForTimeout(600);
        await route.continue();
      });
      if (system === 'a system without Arial') {
        await page.route(`${stage.url}/`, async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll(
            /local\('(Arial|Liberation Sans)/g,
            "local('No such font",
          );
          await route.fulfill({ response, body });
        });
      }
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          for (const { value } of shifts)
            document.documentElement.dataset['moved'] = String(
              Number(document.documentElement.dataset['moved'] ?? 0) + value,
            );
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const font = page.waitForResponse(/woff2/);
      await page.goto(stage.url);
      await font;
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(200);
      const hasStandIn = await page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => family.includes('Stand-in') && status === 'loaded'),
      );
      skip(!hasStandIn, 'this machine has none of the fonts the page knows');
      const moved = await page.evaluate(() => Number(document.documentElement.dataset['moved'] ?? 0));
      expect(moved).toBeLessThan(0.01);
    },
  );

  it('fades sections in as they are scrolled to, unless motion is unwelcome or they are printed', async () => {
    const page = await stage.open('/');
    const section = page.getByRole('heading', { name: 'Mobile App Coming Soon' }).locator('xpath=../..');
    const opacity = () => section.evaluate((node) => Number(getComputedStyle(node).opacity));
    await expect.poll(opacity).toBe(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(opacity).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(opacity).toBe(1);
    await page.emulateMedia({ media: 'screen' });
    await section.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await expect.poll(opacity).toBe(1);
  });

  it('offers who is signed in their dashboard', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/', { by: owner });
    expect(await page.getByRole('link', { name: 'Login' }).count()).toBe(0);
    await page.getByRole('banner').getByRole('link', { name: 'Open dashboard' }).click();
    await page.waitForURL('**/dashboard');
    await loaded(page);
    // Signed out again, it is the visitor's page that is shown, not a kept one.
    // The dashboard would go to the sign-in page by itself.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(stage.url);
    await page.getByRole('link', { name: 'Login' }).waitFor();
  });

  it('can be found, kept and shared', async () => {
    const page = await stage.open('/');
    const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    expect(await page.title()).toContain('dance studio');
    expect(await meta('url')).toBe(`${stage.url}/`);
    const preview = await page.request.get((await meta('image')) ?? '');
    expect(preview.headers()['content-type']).toBe('image/jpeg');
    const icon = await page.request.get('/favicon.svg');
    expect(icon.headers()['content-type']).toBe('image/svg+xml; charset=utf-8');
    const sitemap = await (await page.request.get('/sitemap.xml')).text();
    expect(sitemap).toContain(`<loc>${stage.url}/</loc>`);
    expect(await (await page.request.get('/robots.txt')).text()).toContain(
      `Sitemap: ${stage.url}/sitemap.xml`,
    );
    const first = await page.request.get('/');
    const second = await page.request.get('/', {
      headers: { 'if-none-match': first.headers()['etag'] ?? '' },
    });
    expect(second.status()).toBe(304);
  });
});

describe('the public pages', () => {
  it.each([
    ['/index', '/'],
    ['/index.html', '/'],
    ['/demo/', '/demo'],
    ['/terms/', '/terms'],
    ['/privacy/', '/privacy'],
  ])('%s is another name of %s', async (path, name) => {
    const answer = await fetch(`${stage.url}${path}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, name]);
  });

  it.each([
    '/%69ndex.html',
    '/index.html.gz',
    '/pages/home-member.html',
    '/pages/demo.html',
    '/pages/message.html.br',
  ])('are no file called %s', async (path) => {
    expect((await fetch(`${stage.url}${path}`)).status).toBe(404);
  });

  it.each(['//', '/%69ndex', '/pages/message'])('are not at %s with gaps in their words', async (path) => {
    expect(await (await fetch(`${stage.url}${path}`)).text()).toContain('<div id="root">');
  });

  it.each([
    ['/', null],
    ['/terms', null],
    ['/login', 'no'],
    ['/dashboard', 'no'],
  ])('may be translated by a browser, not so the figures of a page it draws: %s', async (path, translate) => {
    const page = await (await fetch(`${stage.url}${path}`)).text();
    expect(/<html [^>]*translate="(\w+)"/.exec(page)?.[1] ?? null).toBe(translate);
  });
});

describe('asking for a demo', () => {
  it('works without any script', async () => {
    const browser = await openChromium();
    const page = await browser.newPage({ baseURL: stage.url, javaScriptEnabled: false });
    await page.goto('/');
    await page.getByRole('link', { name: 'Book a Demo' }).click();
    await page.getByLabel('Your name').fill('Una Mambo');
    await page.getByLabel('Email').fill('una@studio.test');
    await page.getByLabel('Studio name').fill('Mambo School');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(stage.app.letters.at(-1)).toMatchObject({
      to: 'hello@studio.test',
      subject: 'Demo request: Mambo School',
      replyTo: 'una@studio.test',
    });
    await browser.close();
  });

  it.each(['/demo', '/terms', '/privacy'])('%s breaks no accessibility rule', async (path) => {
    const page = await stage.open(path);
    await expectAccessible(page);
  });
});

describe('the page of the API', () => {
  it('is light or dark as the reader’s system is, and readable in both', async () => {
    const page = await stage.open('/api/docs', { theme: 'dark' });
    await page.locator('.opblock-summary-control').nth(1).dispatchEvent('click');
    await page.locator('.opblock-body').waitFor();
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(background).toBe('rgb(11, 16, 32)');
    const problems = await accessibilityProblems(page);
    expect(problems.filter((problem) => problem.includes('color-contrast'))).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(background).toBe('rgb(245, 246, 252)');
  });
});

/** Name and address of every link in a part of the page. */
function targets(page: Page, part: string): Promise<[string, string][]> {
  return page
    .locator(`${part} a`)
    .evaluateAll((links) =>
      links.map((link) => [link.textContent?.trim() ?? '', link.getAttribute('href') ?? '']),
    );
}
