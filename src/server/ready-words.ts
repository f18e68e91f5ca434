import type { App } from '#server/app.ts';
import { demoEmail, demoPassword, hasDemoStudio } from '#server/demo/logins.ts';

/** What a server that is ready tells whoever started it: its address, and outside production how to sign in to a demo. */
export async function readyWords(app: App): Promise<string> {
  // The logs of production are no place for a login that works.
  const isDemo = app.config.MODE !== 'production' && (await hasDemoStudio(app));
  const signIn = isDemo ? `\n  Demo studio: sign in as ${demoEmail} with the password ${demoPassword}` : '';
  return `\n  Barre is ready at ${app.config.BASE_URL}${signIn}\n`;
}
