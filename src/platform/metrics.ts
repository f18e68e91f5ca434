import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Database } from '#platform/database.ts';

export type Metrics = {
  registry: Registry;
  /** Seconds each request took, by method, kind of route and status. */
  observeRequest: (labels: { method: string; route: string; status: number }, seconds: number) => void;
};

/** Metrics of this process in Prometheus's format. Labels never hold ids or names. */
export function openMetrics(database: Database): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'barre_http_request_seconds',
    help: 'Seconds a request took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'barre_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, database.pool.totalCount);
      this.set({ state: 'idle' }, database.pool.idleCount);
      this.set({ state: 'waiting' }, database.pool.waitingCount);
    },
  });
  new Gauge({
    name: 'barre_report_reads',
    help: 'Reports read since the start, from the primary or from a replica',
    labelNames: ['from'],
    registers: [registry],
    collect() {
      for (const [from, count] of Object.entries(database.reports)) this.set({ from }, count);
    },
  });
  return { registry, observeRequest: (labels, seconds) => requests.observe(labels, seconds) };
}
