import type pg from 'pg';
import { connectTo, isPrimary } from './databases.ts';
import type { Host } from './hosts.ts';
import { pause } from './wait.ts';

/** Looks all the time at every database from within its host, so that a cut network hides nothing. */
export type Watch = {
  /** How often a database was asked who it is. */
  looks: number;
  /** How often one of them called itself the primary while another did. */
  doubleClaims: number;
  /** How many commits were asked of whoever called itself the primary, and acknowledged. */
  commits: number;
  /** How often one acknowledged a commit that was asked for after another had taken over. */
  splits: number;
  stop(): Promise<void>;
};

const everyMs = 50;
const atOnceMs = 250;

export function watchPrimaries(hosts: Host[]): Watch {
  let isStopping = false;
  const claims = new Map<Host, number>();
  /** Who took over how often, and when it was first seen to acknowledge a commit. */
  const takeovers = new Map<number, { host: Host; at: number }>();
  const watch: Watch = {
    looks: 0,
    doubleClaims: 0,
    commits: 0,
    splits: 0,
    stop: async () => {
      isStopping = true;
      await Promise.all(looking);
    },
  };
  const noteClaim = (host: Host, at: number) => {
    claims.set(host, at);
    if ([...claims].some(([other, before]) => other !== host && at - before < atOnceMs))
      watch.doubleClaims += 1;
  };
  const noteCommit = (host: Host, timeline: number, sentAt: number) => {
    watch.commits += 1;
    const first = takeovers.get(timeline) ?? { host, at: performance.now() };
    takeovers.set(timeline, first);
    const isLate = [...takeovers].some(([later, { at }]) => later > timeline && at < sentAt);
    if (isLate || first.host !== host) watch.splits += 1;
  };
  const repeat = async (host: Host, ask: (client: pg.Client, sentAt: number) => Promise<void>) => {
    let client: pg.Client | null = null;
    for (; !isStopping; await pause(everyMs))
      try {
        client ??= await connectTo(host, 'postgres');
        await ask(client, performance.now());
      } catch {
        void client?.end().catch(() => {});
        client = null;
      }
    await client?.end().catch(() => {});
  };
  const looking = hosts.flatMap((host) => [
    repeat(host, async (client, sentAt) => {
      const claimsIt = await isPrimary(client);
      watch.looks += 1;
      if (claimsIt) noteClaim(host, sentAt);
    }),
    repeat(host, async (client, sentAt) => {
      const timeline = (await isPrimary(client)) ? await commitOn(client) : null;
      if (timeline !== null) noteCommit(host, timeline, sentAt);
    }),
  ]);
  return watch;
}

/**
 * Commits something that leaves nothing behind, and says on which timeline: each takeover begins the next one. Null where
 * the commit was not acknowledged, because somebody cancelled its wait for a standby.
 */
async function commitOn(client: pg.Client): Promise<number | null> {
  let isWarned = false;
  const warn = () => (isWarned = true);
  client.on('notice', warn);
  const { rows } = await client
    .query<{ timeline: string }>(
      `select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline, pg_logical_emit_message(true, 'watch', '')`,
    )
    .finally(() => client.off('notice', warn));
  return isWarned ? null : Number.parseInt(rows[0]?.timeline ?? '', 16);
}
