/**
 * An hour of everything: the built Laris (two web processes and the worker) on a PostgreSQL of its own with every extension
 * on, at half of what it can do. Requests of shops and merchants, pages of the dashboard, events that funnels wait for,
 * broadcasts, imports, and webhooks to a sink on loopback. Memory, handles, connections, the depth of queues and p99 are
 * noted every ten seconds; a line is laid through the last three quarters of each, and none may grow. What swings (memory
 * between two collections, a pool between two bursts) is taken at its lowest in each twelfth of the time.
 *
 *   npm run bench -- --scale --only=soak                       80 seconds
 *   npm run bench -- --scale --only=soak --minutes=60          an hour
 *   npm run bench -- --scale --only=soak --minutes=60 --rate=40   at so many requests a second, where others use the machine
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { percentile } from '@/bench/lib/percentile';
import { lay } from '@/bench/lib/table';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { migrate } from '@/server/migrations/migrate';
import { startEmbeddedPostgres } from '@/server/postgres/embedded';
import { selfSigned } from '@/server/testing/certificate';
import { freePort } from '@/server/testing/free-port';
import type { ScaleOptions, ScalePart } from './part';
import { postgresMemory, startLaris } from './soak/laris';
import { Kinds } from './soak/kinds';
import { Traffic } from './soak/traffic';
import { lowest, middle, summarised, trendOf, type Point } from './soak/trend';
import { makeSoakWorld, type SoakWorld } from './soak/world';

const SHORT_MINUTES = 80 / 60;
const NOTED_EVERY_MS = 10_000;
const FULL_LOAD_SECONDS = 10;
/** A broadcast to some thousand, and an import, so often. */
const BROADCAST_EVERY_MS = 60_000;
const IMPORT_EVERY_MS = 20_000;
const IMPORT_ROWS = 500;
/** Of all requests, as answers that were not 2xx: what a machine that others use leaves waiting for three seconds. */
const MOST_FAULTS = 0.001;

/** What a figure may grow by between the two ends of its line: more is a leak, less is noise. Of its first value, or so many. */
const ALLOWED = {
  resident: { share: 0.15, least: 24, of: lowest },
  // In 80 seconds there may be one whole collection before the process has all that it keeps, and one after it.
  live: { share: 0.15, least: 32, of: middle },
  beside: { share: 0.15, least: 24, of: middle },
  handles: { share: 0.1, least: 10, of: lowest },
  connections: { share: 0.1, least: 4, of: lowest },
  postgres: { share: 0.15, least: 64, of: lowest },
  queued: { share: 0, least: 1_000, of: middle },
  p99: { share: 0.5, least: 50, of: middle },
} as const;
/** Shorter than this much is still warming up: twice as much may be noise. */
const LONG_MINUTES = 10;

interface Course {
  what: string;
  unit: string;
  kind: keyof typeof ALLOWED;
  points: Point[];
}

/** By what they are called, in the order in which they are first noted. */
class Courses {
  readonly all = new Map<string, Course>();

  note(at: number, what: string, kind: keyof typeof ALLOWED, unit: string, value: number): void {
    let course = this.all.get(what);
    if (course === undefined) this.all.set(what, (course = { what, unit, kind, points: [] }));
    course.points.push({ at, value });
  }
}

export const soak: ScalePart = {
  name: 'soak',
  title: 'An hour of everything',
  missing: () => (process.platform === 'linux' ? null : 'it reads /proc'),
  run: runSoak,
};

async function runSoak(say: (line: string) => void, options: ScaleOptions): Promise<string> {
  const minutes = options.minutes ?? (options.full ? 60 : SHORT_MINUTES);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-soak-'));
  options.undoLater(() => fs.rmSync(folder, { recursive: true, force: true }));
  // Others may enter: started by root, PostgreSQL runs as nobody.
  fs.chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres') });
  options.undoLater(() => postgres.stop());
  await migrate(postgres.url);
  await migrateQueue(postgres.url);
  const sink = await startHooks();
  options.undoLater(() => sink.close());
  const [appSecret, port] = [randomBytes(32).toString('hex'), await freePort()];
  const at = { databaseUrl: postgres.url, appSecret, url: `http://127.0.0.1:${port}`, hookPort: sink.port };
  const world = await makeSoakWorld(at);
  const laris = await startLaris({ ...at, port, folder, certificate: sink.certificate });
  options.undoLater(() => laris.stop());
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'bench' });
  await client.connect();
  options.undoLater(() => client.end());
  const traffic = new Traffic(laris.url, world);
  options.undoLater(() => traffic.close());

  await traffic.full(2);
  const most = await traffic.full(FULL_LOAD_SECONDS);
  const rate = options.rate ?? most / 2;
  say(`${Math.round(most)} requests a second are the most; ${Math.round(rate)} for ${minutes.toFixed(0)} minutes …`);
  traffic.take();

  const begun = performance.now();
  const until = begun + minutes * 60_000;
  const courses = new Courses();
  const kinds = new Kinds();
  const faults = new Map<string, number>();
  let count = 0;
  let broadcasts = 0;
  let imports = 0;
  const look = async (): Promise<void> => {
    for (let next = begun + NOTED_EVERY_MS; next <= until; next += NOTED_EVERY_MS) {
      await sleep(Math.max(next - performance.now(), 0));
      const seconds = (performance.now() - begun) / 1000;
      const answered = traffic.take();
      count += answered.times.length;
      kinds.note(answered.byKind);
      for (const [what, times] of answered.faults) faults.set(what, (faults.get(what) ?? 0) + times);
      for (const { name, resident, live, rest, handles } of laris.read()) {
        courses.note(seconds, `${name}, resident`, 'resident', 'MiB', resident);
        courses.note(seconds, `${name}, live heap`, 'live', 'MiB', live);
        courses.note(seconds, `${name}, beside the heap`, 'beside', 'MiB', rest);
        courses.note(seconds, `${name}, handles`, 'handles', '', handles);
      }
      courses.note(seconds, 'PostgreSQL, memory of its own', 'postgres', 'MiB', postgresMemory(postgres.pid));
      courses.note(seconds, 'Connections of PostgreSQL', 'connections', '', await connectionsOf(client));
      courses.note(seconds, 'Due in queues', 'queued', '', await dueIn(laris.url));
      courses.note(seconds, 'p50', 'p99', 'ms', percentile(answered.times, 0.5));
      courses.note(seconds, 'p99', 'p99', 'ms', percentile(answered.times, 0.99));
      const last = [...courses.all.values()].map(({ what, points }) => `${what} ${figure(points.at(-1)?.value)}`);
      say(`${Math.round(seconds)} s, load ${os.loadavg()[0]?.toFixed(1) ?? '?'}: ${last.join('; ')}`);
    }
  };
  const every = async (ms: number, work: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; performance.now() < until; n++) {
      const [pause, started] = [new AbortController(), performance.now()];
      await work(n);
      const left = Math.min(started + ms, until) - performance.now();
      if (left > 0) await sleep(left, undefined, { signal: pause.signal });
    }
  };
  await Promise.all([
    traffic.steady(rate, until),
    look(),
    every(BROADCAST_EVERY_MS, async (n) => {
      await sendBroadcast(traffic, world, n);
      broadcasts++;
    }),
    every(IMPORT_EVERY_MS, async (n) => {
      await traffic.ask({ method: 'POST', path: '/api/v1/contacts/import', body: { rows: importRows(n) } });
      imports++;
    }),
  ]);
  const work = await workDone(client, sink.count());
  const head = `${Math.round(minutes * 10) / 10} minutes at ${Math.round(rate)} requests a second (the most that was found: ${Math.round(most)}, ${options.rate === null ? 'half of it' : `${Math.round((rate / most) * 100)} % of it`}); load of the machine at the end ${os.loadavg()[0]?.toFixed(1) ?? '?'} on ${os.availableParallelism()} processors. ${count.toLocaleString('en')} requests, ${broadcasts} broadcasts to 2,000, ${imports} imports of ${IMPORT_ROWS}; ${work}.`;
  const faultSummary = [...faults].map(([what, times]) => `${times} × ${what}`).join(', ');
  const { table, grown } = judged([...courses.all.values()], minutes < LONG_MINUTES ? 2 : 1);
  const text = [
    head,
    table,
    kinds.table(),
    faultSummary === '' ? 'Every answer was 2xx.' : `Not 2xx: ${faultSummary}.`,
  ].join('\n\n');
  const faulty = [...faults.values()].reduce((sum, times) => sum + times, 0);
  if (faulty > count * MOST_FAULTS) grown.push(`${faulty} requests failed`);
  if (grown.length > 0) throw new Error(`${grown.join('; ')}\n\n${text}`);
  return text;
}

function judged(courses: readonly Course[], patience: number): { table: string; grown: string[] } {
  const grown: string[] = [];
  const rows = courses.map(({ what, unit, kind, points }) => {
    const { share, least, of } = ALLOWED[kind];
    const { from, to, slope } = trendOf(summarised(points, of));
    const allowed = Math.max(from * share, least) * patience;
    const isFlat = to - from <= allowed;
    if (!isFlat) grown.push(`${what} grew from ${figure(from)} to ${figure(to)} ${unit}`);
    const highest = Math.max(...points.map(({ value }) => value).filter(Number.isFinite));
    return [
      unit === '' ? what : `${what}, ${unit}`,
      figure(from),
      figure(to),
      figure(highest),
      `${slope >= 0 ? '+' : ''}${figure(slope)}`,
      `+${figure(allowed)} ${isFlat ? 'met' : '**missed**'}`,
    ];
  });
  const head = ['Line through the last three quarters', 'from', 'to', 'highest', 'an hour', 'allowed'];
  return { table: lay([head, ...rows]), grown };
}

const figure = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '?' : value.toFixed(Math.abs(value) < 10 ? 1 : 0);

async function sendBroadcast(traffic: Traffic, world: SoakWorld, n: number): Promise<void> {
  const made = await traffic.ask({
    method: 'POST',
    path: '/api/v1/broadcasts',
    body: {
      name: `Soak ${n}`,
      providers: ['email_p1'],
      content: { email: { subject: 'Halo {firstName}', text: 'Halo {firstName}, ada yang baru.' } },
      audience: { listIds: [world.id('l', 2)] },
    },
  });
  if (typeof made?.id === 'string') await traffic.ask({ method: 'POST', path: `/api/v1/broadcasts/${made.id}/send` });
}

/** Half are new, half are known. */
const importRows = (n: number): object[] =>
  Array.from({ length: IMPORT_ROWS }, (_, k) => ({
    email: k % 2 === 0 ? `import${n}-${k}@example.test` : `person${1 + ((n * IMPORT_ROWS + k) % 20_000)}@example.test`,
    firstName: 'Ani',
    attributes: { from: n },
  }));

async function connectionsOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'bench'`,
  );
  return rows[0]?.count ?? Number.NaN;
}

/** Of all queues together, as either web process counts them. */
async function dueIn(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return [...metrics.matchAll(/^queue_due\{[^}]*\} (\d+)$/gm)].reduce((sum, [, due]) => sum + Number(due), 0);
}

async function workDone(client: pg.Client, arrived: number): Promise<string> {
  const { rows } = await client.query<{ messages: number; enrolments: number }>(
    `SELECT (SELECT count(*)::int FROM "MarketingMessage" WHERE status <> 'queued' AND "createdAt" > '2026-11-22') AS messages, (SELECT count(*)::int FROM "FunnelEnrolment") AS enrolments`,
  );
  const [done] = rows;
  const count = (value: number | undefined): string => (value ?? 0).toLocaleString('en');
  return `${count(done?.messages)} messages sent, ${count(done?.enrolments)} people in funnels, ${count(arrived)} webhooks arrived`;
}

/** Endpoints of merchants: they take everything and keep nothing. */
async function startHooks() {
  const { pem, privateKey } = selfSigned('*.hook.example');
  let count = 0;
  const server = https.createServer(
    { cert: pem, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
    (incoming, response) => {
      incoming.resume();
      incoming.on('end', () => {
        count++;
        response.writeHead(200, { 'content-length': 2 }).end('ok');
      });
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    certificate: pem,
    count: () => count,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
