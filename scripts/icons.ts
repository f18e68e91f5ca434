// node scripts/icons.ts: draws the app's icons for home screens from the mark, with the browser the tests use.
import { readFileSync, writeFileSync } from 'node:fs';
import { openChromium } from '#tests/support/chromium.ts';

const folder = new URL('../src/web/public/icons/', import.meta.url);
const mark = readFileSync(new URL('../src/web/public/favicon.svg', import.meta.url), 'utf8');
const background = '#6d28d9';

/** A maskable icon may be cut to a circle: the mark stands inside the safe 80 %, on colour to the edge. */
const icons = [
  { name: 'icon-192.png', size: 192, scale: 1, isFilled: false },
  { name: 'icon-512.png', size: 512, scale: 1, isFilled: false },
  { name: 'maskable-512.png', size: 512, scale: 0.76, isFilled: true },
  { name: 'apple-touch-icon.png', size: 180, scale: 0.86, isFilled: true },
];

const browser = await openChromium();
for (const { name, size, scale, isFilled } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const shown = Math.round(size * scale);
  await page.setContent(`<body style="margin:0;height:100vh;display:grid;place-items:center;
    background:${isFilled ? background : 'transparent'}"><img width="${shown}" height="${shown}"
    src="data:image/svg+xml;base64,${Buffer.from(mark).toString('base64')}"></body>`);
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  writeFileSync(new URL(name, folder), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
