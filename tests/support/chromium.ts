import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** Flags for a browser that asks nothing of the network. `--no-sandbox` because tests may run as root. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser at CHROMIUM_PATH, else one that is installed, else the one npm brought. */
export async function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...applications,
  ];
  return installed.find((file) => existsSync(file)) ?? (await unpackedChromium());
}

/** Its own flags are not used: `--single-process` breaks on the second page. */
async function unpackedChromium(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium');
  return await chromium.executablePath();
}
