import type pg from 'pg';
import { connectTo, isPrimary } from './databases.ts';
import type { Host } from './hosts.ts';
import { pause } from './wait.ts';

/** Looks all the time at every database from within its host, so that a cut network hides nothing. */
export type Watch = {
  looks: number;
  /** How often more than one of them took writes at the same time. */
  splits: number;
  stop(): Promise<void>;
};

const everyMs = 50;

export function watchPrimaries(hosts: Host[]): Watch {
  let isStopping = false;
  const clients = new Map<Host, pg.Client>();
  const takesWrites = async (host: Host): Promise<boolean> => {
    try {
      const client = clients.get(host) ?? (await connectTo(host, 'postgres'));
      clients.set(host, client);
      return await isPrimary(client);
    } catch {
      void clients
        .get(host)
        ?.end()
        .catch(() => {});
      clients.delete(host);
      return false;
    }
  };
  const look = async () => {
    for (; !isStopping; await pause(everyMs)) {
      const answers = await Promise.all(hosts.map(takesWrites));
      watch.looks += 1;
      if (answers.filter(Boolean).length > 1) watch.splits += 1;
    }
    await Promise.all([...clients.values()].map((client) => client.end().catch(() => {})));
  };
  const watch: Watch = {
    looks: 0,
    splits: 0,
    stop: async () => {
      isStopping = true;
      await looking;
    },
  };
  const looking = look();
  return watch;
}
