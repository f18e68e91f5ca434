import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium, type Browser } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
/** The same engine without windows, which takes a quarter less of a processor for the same journeys. */
const windowless = 'chromium-headless-shell';

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

/** A page of a journey is over before code that was compiled better for it pays: a sixth less of a processor. */
const compileOnce = '--js-flags=--no-opt --no-maglev';

export type Kind = {
  /** It is to be as quick as a person's own: what it takes is measured. */
  isTimed?: boolean;
};

/** A browser without a window. */
export async function openChromium({ isTimed = false }: Kind = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: await findChromium({ isTimed }),
    args: isTimed ? chromiumFlags : [...chromiumFlags, compileOnce],
    timeout: 120_000,
  });
}

/** The browser at CHROMIUM_PATH, else one that is installed, else the one npm brought. */
export async function findChromium({ isTimed = false }: Kind = {}): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const liked = isTimed ? [...names, windowless] : [windowless, ...names];
  const installed = [
    ...liked.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...applications,
  ];
  return installed.find((file) => existsSync(file)) ?? (await unpackedChromium());
}

/** Its own flags are not used: `--single-process` breaks on the second page. */
async function unpackedChromium(): Promise<string> {
  const { default: brought } = await import('@sparticuz/chromium');
  return await brought.executablePath();
}
