import { accessTo, onAdmin, onServer, readStudios, versionOf, withStudio, type Access } from './setup.ts';
import type { Facts } from './rows.ts';
import { copyStudio, markNames, type Size } from './studios.ts';

type Marked = { access: Access; facts: Facts; postgres: string };

/** A database of so many studios of one size, the names of each marked as its own. */
export async function prepareMarked(serverUrl: string, size: Size, studios: number): Promise<Marked> {
  const access = accessTo(serverUrl, 'bench_load');
  await onServer(serverUrl, 'create database bench_load owner barre_owner');
  await withStudio(access, 'one@barre.test', size, async (_, admin) => {
    const [first] = await readStudios(admin);
    await markNames(admin, first?.organizationId ?? '');
    await copyStudio(admin, first?.organizationId ?? '', studios - 1);
    await admin.query('vacuum analyze');
  });
  const app = await onAdmin(access, (admin) => readStudios(admin));
  const today = new Date().toISOString().slice(0, 10);
  return {
    access,
    facts: { today, studios: { app, some: [], many: [], little: [], big: [], old: [] } },
    postgres: await versionOf(access),
  };
}
