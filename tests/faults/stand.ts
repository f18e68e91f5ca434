import { openPostgresLab, type PostgresLab, type PostgresOptions } from './postgres-lab.ts';
import { foundStudio, type FaultedStudio } from './studio.ts';
import { superviseApp, type SupervisedApp } from './supervised-app.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** An app on a database of its own, with everything between them in our hands. */
export type Stand = {
  postgres: PostgresLab;
  proxy: TcpProxy;
  app: SupervisedApp;
  studio: FaultedStudio;
  remove(): Promise<void>;
};

type StandOptions = PostgresOptions & {
  env?: Record<string, string>;
  /** The built server of another version. */
  program?: string;
  /** The file descriptor the app's log is written to. */
  output?: number;
};

export const AUTH_SECRET = 'a secret only these tests know, long enough';

/** Null where there is no PostgreSQL to start. */
export async function openStand({
  env = {},
  program,
  output,
  ...options
}: StandOptions = {}): Promise<Stand | null> {
  const postgres = await openPostgresLab(options);
  if (!postgres) return null;
  const proxy = await openTcpProxy(postgres.port);
  const settings = { DATABASE_URL: postgres.url(proxy.port), AUTH_SECRET, ...env };
  const app = await superviseApp(settings, { program, output });
  const remove = async () => {
    await app.stop();
    await proxy.close();
    await postgres.remove();
  };
  try {
    await app.untilReady();
    return { postgres, proxy, app, studio: await foundStudio(app.url), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
