/** GET /metrics in Prometheus' text format: requests by route and status, the pool, the event loop, the process. */
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '@/server/platform/db/client';
import { transaction } from '@/server/platform/db/transaction';
import { firstOfEach } from '@/server/platform/engine/lease';
import { now } from '@/server/platform/lib/clock';

export interface Metrics {
  registry: Registry;
  /** @param route the route's pattern, never the path: a label must not grow with what clients send. */
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** Gauges that cost one cheap statement each: they count tables with few rows, or use an index. */
const FIGURES = [
  {
    name: 'changes_put_aside',
    help: 'Changes of the outbox that could not be acted on in four tries; the log of the worker says why.',
    count: `SELECT count(*)::int AS count FROM "Change" WHERE "dueAt" IS NULL`,
  },
  {
    name: 'triggers_put_aside',
    help: 'Triggers of funnels that could not be acted on in four tries; the log of the worker says why.',
    count: `SELECT count(*)::int AS count FROM "DomainEvent" WHERE "dueAt" IS NULL AND "takenAt" IS NULL`,
  },
  {
    name: 'jobs_put_aside',
    help: 'Jobs that failed as often as they are tried; the log of the worker says why.',
    count: `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE attempts >= max_attempts`,
  },
  {
    name: 'audit_chain_behind_seconds',
    help: 'For how long the oldest entry of the audit log waits to be linked into its chain; more than 60 is too long.',
    count: `WITH RECURSIVE ${firstOfEach('AuditPending', ['accountId'], 'position', { carried: ['queuedAt'] })}
      SELECT coalesce(extract(epoch FROM clock_timestamp() - min(f."queuedAt")), 0)::float8 AS count FROM first f`,
  },
];

/** Every queue of the worker: its table, and the condition for rows that are due at $1. */
const QUEUES: Readonly<Record<string, [table: string, due: string]>> = {
  messages: ['"MarketingMessage"', '"claimableAt" <= $1'],
  callbacks: ['"ChannelCallback"', '"appliedAt" IS NULL AND "dueAt" <= $1'],
  webhooks: ['"WebhookDelivery"', '"claimableAt" <= $1'],
  changes: ['"Change"', '"dueAt" <= $1'],
  triggers: ['"DomainEvent"', '"dueAt" <= $1'],
  enrolments: ['"FunnelEnrolment"', '"dueAt" <= $1'],
  conversions: ['"PixelConversion"', '"dueAt" <= $1'],
  ad_conversions: ['"AdConversion"', '"dueAt" <= $1'],
  shop_webhooks: ['"IntegrationWebhook"', '"appliedAt" IS NULL AND "receivedAt" <= $1'],
  shop_runs: ['"IntegrationRun"', '"dueAt" <= $1'],
  audit_chain: ['"AuditPending"', 'true'],
};
/** The largest number of waiting rows that is counted; a longer queue is reported as this number. */
const MOST_COUNTED = 10_000;

const COUNT_DUE = Object.entries(QUEUES)
  .map(
    ([queue, [table, due]]) =>
      `SELECT '${queue}' AS queue, count(*)::int AS due FROM (SELECT FROM ${table} WHERE ${due} LIMIT ${MOST_COUNTED}) q`,
  )
  .join(' UNION ALL ');

/** Counts due rows with the queues' own indexes, even if the statistics say that nearly all rows are due. */
const countDue = (database: Database): Promise<{ queue: string; due: number }[]> =>
  transaction(database, async (run) => {
    await run({ name: '', text: 'SET LOCAL enable_seqscan = off' }, []);
    return await run<{ queue: string; due: number }>({ name: '', text: COUNT_DUE }, [now()]);
  });

export function createMetrics(database: Database): Metrics {
  const { share, linesShare } = database.workspaces;
  /** Two pools, if row-level security gives the handles a pool of their own. */
  const pools = new Set([database.pool, database.workspaces.pool]);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests and how long they took, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pools, by state; waiting are requests without one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const sum = (count: (each: Pool) => number): number => [...pools].reduce((all, each) => all + count(each), 0);
      this.set(
        { state: 'idle' },
        sum((each) => each.idleCount),
      );
      this.set(
        { state: 'busy' },
        sum((each) => each.totalCount - each.idleCount),
      );
      this.set(
        { state: 'waiting' },
        sum((each) => each.waitingCount),
      );
    },
  });
  new Gauge({
    name: 'database_places',
    help: 'What workspaces ask of the database, by how it travels (a connection of the pool, or a shared line) and state.',
    labelNames: ['way', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [way, { load }] of [['pool', share] as const, ['line', linesShare] as const]) {
        this.set({ way, state: 'under way' }, load.underWay);
        this.set({ way, state: 'waiting' }, load.waiting);
      }
    },
  });
  let due: { queue: string; due: number }[] = [];
  new Gauge({
    name: 'queue_due',
    help: `Rows of the worker's queues that are due and not taken yet, as of the scrape before; at most ${MOST_COUNTED}.`,
    labelNames: ['queue'] as const,
    registers: [registry],
    collect() {
      for (const each of due) this.set({ queue: each.queue }, each.due);
      void countDue(database).then(
        (counted) => (due = counted),
        () => undefined,
      );
    },
  });
  for (const { name, help, count } of FIGURES) {
    let figure = 0;
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        // As it was at the scrape before: what says that the database is slow or away must not wait for it.
        this.set(figure);
        void database.pool.query<{ count: number }>(count).then(
          ({ rows }) => (figure = rows[0]?.count ?? 0),
          () => undefined,
        );
      },
    });
  }
  return {
    registry,
    observe: ({ method, route, status, seconds }) =>
      duration.observe(
        { method: KNOWN_METHODS.has(method) ? method : 'other', route, status: String(status) },
        seconds,
      ),
  };
}
