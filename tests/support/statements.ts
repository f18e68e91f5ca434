import type { Database } from '#platform/database.ts';

/** What a piece of work sends to a database, statement by statement. Nothing else may ask it meanwhile. */
export async function statementsOf(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const sent: string[] = [];
  const client = await pool.connect();
  const prototype = Object.getPrototypeOf(client) as typeof client;
  const { query } = prototype;
  prototype.query = function spy(this: unknown, ...args: unknown[]) {
    const [text] = args as [string | { text: string }];
    sent.push(typeof text === 'string' ? text : text.text);
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  client.release();
  await work().finally(() => {
    prototype.query = query;
  });
  return sent;
}
