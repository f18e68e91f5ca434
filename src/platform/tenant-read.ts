import type { CompiledQuery, DatabaseConnection } from 'kysely';
import pg from 'pg';
import { isStalePlan, named, spoilsConnection, unnamed } from '#platform/prepared.ts';
import { LIMITS_SQL, type TenantScope } from '#platform/tenant-driver.ts';

// The scope of a read, for it cannot be less than what TenantDriver sets. It answers no row: set_config is never null,
// so every alternative is tried. What it sets ends with the transaction, which can not write.
const READ_SCOPE = `select where set_config('role', 'barre_app', true) is null
  or set_config('app.organization_id', $1, true) is null or set_config('app.profile_id', $2, true) is null
  or set_config('transaction_read_only', 'on', true) is null`;
const READ_SCOPE_NAME = 'read_scope';
const POOLED_READ_SCOPE = `${READ_SCOPE} or concat(${LIMITS_SQL}) is null`;
const knowScope = new WeakSet<pg.PoolClient>();

/** A connection for one read acting for `scope`: scope and query leave together, one round trip and one transaction. */
export function readConnection(pool: pg.Pool, scope: TenantScope, isPooled: boolean): DatabaseConnection {
  return {
    async executeQuery(query) {
      const read = async () => readOn(await pool.connect(), scope, query, isPooled);
      return await read().catch((error: unknown) => {
        if (isStalePlan(error)) return read();
        throw error;
      });
    },
    streamQuery() {
      throw new Error('A tenant read is answered whole, not streamed');
    },
  };
}

/** Reads on a connection of a pool and gives it back. */
export async function readOn(
  client: pg.PoolClient,
  scope: TenantScope,
  query: CompiledQuery,
  isPooled = false,
) {
  const sent = send(client, scope, query, isPooled);
  giveBack(client, [sent], isPooled);
  const results = await sent;
  return { rows: results.at(-1)?.rows ?? [] };
}

/** Asks for one text, the only column of the first row; null where there is none. */
export type TextQuestion = PromiseWithResolvers<string | null> & { scope: TenantScope; query: CompiledQuery };

/**
 * Answers questions, each in a transaction of its own. They leave together and are answered in their order. The
 * connection goes back to its pool after the last of them.
 */
export function readTextsOn(
  client: pg.PoolClient,
  questions: readonly TextQuestion[],
  isPooled: boolean,
): void {
  for (const { scope, query, resolve, reject } of questions) {
    const read = new TextRead(configOf(query, isPooled));
    read.callback = (error, body) => (error ? reject(error) : resolve(body ?? null));
    sendScoped(client, scope, read, isPooled);
  }
  const answers = questions.map(({ promise }) => promise);
  giveBack(client, answers, isPooled);
}

/** Whether a connection has the statement that sets the scope: before, only one question may be on its way. */
export function knowsScope(client: pg.PoolClient): boolean {
  return knowScope.has(client);
}

function giveBack(client: pg.PoolClient, answers: readonly Promise<unknown>[], isPooled: boolean): void {
  void Promise.allSettled(answers).then((ends) => {
    const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    if (ends.length > errors.length && !isPooled) knowScope.add(client);
    // Only where the database refused the query, and nothing else went wrong, is the connection known to be sound.
    const isSpoilt = errors.some((error) => spoilsConnection(error) || !(isPooled || knowScope.has(client)));
    // A connection still inside a transaction must never reach the next caller.
    client.release(isSpoilt || client.getTransactionStatus() !== 'I');
  });
}

/**
 * Statements sent without a sync between them share one transaction, as between begin and commit, for the price of
 * one: the scope rides in front of the query. `pg` takes the two results for those of one text with two statements.
 */
function send(client: pg.PoolClient, scope: TenantScope, query: CompiledQuery, isPooled: boolean) {
  return new Promise<pg.QueryResult[]>((resolve, reject) => {
    const read = new pg.Query(configOf(query, isPooled), (error, results) =>
      error ? reject(error) : resolve([results].flat()),
    );
    sendScoped(client, scope, read, isPooled);
  });
}

function configOf({ sql, parameters }: CompiledQuery, isPooled: boolean): pg.QueryConfig {
  return { ...(isPooled ? unnamed : named)(sql), values: [...parameters] };
}

function sendScoped(
  client: pg.PoolClient,
  { organizationId, profileId }: TenantScope,
  read: pg.Query | TextRead,
  isPooled: boolean,
): void {
  const scope = isPooled
    ? { name: '', text: POOLED_READ_SCOPE }
    : { name: READ_SCOPE_NAME, text: READ_SCOPE };
  const submit = read.submit.bind(read);
  read.submit = (connection) => {
    // Corked, all of it leaves in one packet, with what else is asked of this connection at the same moment.
    connection.stream.cork();
    if (!knowScope.has(client)) connection.parse({ ...scope, types: [] }, true);
    connection.bind({ statement: scope.name, values: [organizationId, profileId] }, true);
    connection.execute({}, true);
    const problem = submit(read instanceof TextRead ? undescribed(connection) : connection);
    process.nextTick(() => connection.stream.uncork());
    return problem;
  };
  client.query(read);
}

/** For an answer that is one text: no row is made of it, and the database need not say what its columns are. */
class TextRead extends pg.Query {
  declare callback: (error: Error | null, body?: string | null) => void;
  body: string | null = null;

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.body ??= fields[0] ?? null;
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null, this.body);
  }
}

const withoutDescription = new WeakMap<pg.Connection, pg.Connection>();

function undescribed(connection: pg.Connection): pg.Connection {
  const known = withoutDescription.get(connection);
  if (known) return known;
  const made = Object.create(connection, { describe: { value() {} } }) as pg.Connection;
  withoutDescription.set(connection, made);
  return made;
}
