import { createRouterClient } from '@orpc/server';
import pg from 'pg';
import { queryCaller, sessionToken } from '#platform/caller.ts';
import type { RequestContext } from '#platform/procedure.ts';
import type { App } from '#server/app.ts';
import { router } from '#server/router.ts';
import { forOneTenant } from './limit-sql.ts';
import { rows, variants, type Facts, type Row, type Write } from './rows.ts';

export type Statement = { text: string; values: unknown[] };

/**
 * What one request of a row sends to the database: for reads the statements as they are sent and as the limit repeats
 * them, for all the trips.
 */
export type Recording = { sent: Statement[]; limit: Statement[]; roundTrips: number };

type Given = string | { text: string; values?: unknown[] };

/**
 * Calls every procedure once, or once for each variant of a read, and notes what it really asks the database and in
 * how many round trips.
 */
export async function recordRows(
  app: App,
  admin: pg.Client,
  facts: Facts,
  names: string[],
): Promise<Record<string, Recording>> {
  const wire = listen(app, admin);
  const client = await clientOf(app, facts);
  const recordings: Record<string, Recording> = {};
  for (const row of rows.filter(({ name, procedure }) => procedure && names.includes(name))) {
    // The first call prepares its statements; the second is like all that follow.
    await call(client, row, facts, 0);
    wire.restart();
    await call(client, row, facts, 1);
    const { roundTrips } = wire.restart();
    const sent: Statement[] = [];
    const limit: Statement[] = [];
    for (let nth = 0; !row.write && nth < variants; nth++) {
      await call(client, row, facts, nth);
      const [statement, ...others] = wire.restart().statements;
      if (!statement || others.length > 0)
        throw new Error(`${row.name} is not one statement: ${JSON.stringify([statement, ...others])}`);
      sent.push(statement);
      limit.push(await forOneTenant(admin, statement));
    }
    if (row.write) await takeBack(admin, row.write);
    recordings[row.name] = { sent, limit, roundTrips };
  }
  wire.end();
  return recordings;
}

/** Without triggers: they would keep a history of it. */
export async function takeBack(admin: pg.Client, { cleanup }: Write): Promise<void> {
  await admin.query(`set local session_replication_role = replica; ${cleanup}`);
}

async function clientOf(app: App, facts: Facts): Promise<unknown> {
  const headers = { cookie: facts.studios.app[0]?.cookie ?? '' };
  const caller = await queryCaller(
    app.database,
    sessionToken(headers, { baseUrl: app.config.BASE_URL, secrets: app.secrets }) ?? '',
  );
  const context: RequestContext = {
    ...app,
    headers,
    cookies: [],
    clientAddress: '127.0.0.1',
    findCaller: () => Promise.resolve(caller),
    renewSession: () => Promise.resolve(),
    countRequest: () => {},
  };
  return createRouterClient(router, { context });
}

async function call(client: unknown, row: Row, facts: Facts, nth: number): Promise<void> {
  const [studio] = facts.studios.app;
  if (!studio) throw new Error('there is no studio');
  const input = row.input(studio, nth, facts.today);
  const procedure = (row.procedure ?? []).reduce((found, key) => Reflect.get(Object(found), key), client);
  if (typeof procedure !== 'function') throw new Error(`${row.name}: no such procedure`);
  await procedure(input);
}

/** Notes every statement sent between a transaction's scope and its end, and each time the database was waited for. */
function listen(app: App, admin: pg.Client) {
  let statements: Statement[] = [];
  let roundTrips = 0;
  let isWaiting = false;
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const given = args[0] as Given;
    const text = typeof given === 'string' ? given : given.text;
    const values = typeof given === 'string' ? args[1] : given.values;
    if (this !== admin && !/^(begin|commit|rollback)|set_config\('role'/.test(text))
      statements.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(send, this, args) as never;
  } as typeof send;
  const watched = new WeakSet<pg.PoolClient>();
  app.database.pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { stream } = client.connection;
    const write = stream.write.bind(stream);
    stream.write = ((...args: Parameters<typeof write>) => {
      isWaiting = true;
      return write(...args);
    }) as typeof stream.write;
    stream.on('data', () => {
      if (isWaiting) roundTrips++;
      isWaiting = false;
    });
  });
  return {
    restart() {
      const noted = { statements, roundTrips };
      statements = [];
      roundTrips = 0;
      return noted;
    },
    end() {
      pg.Client.prototype.query = send;
    },
  };
}
