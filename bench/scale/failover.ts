/**
 * A database that fails over (docs/scale.md#a-database-that-fails-over): Laris on two PostgreSQL of Patroni behind HAProxy, in
 * mid-broadcast, mid-import and under redeems, contacts and events, while the primary is killed. Needs PostgreSQL, Patroni,
 * etcd and HAProxy, on PATH or in the system of --root.
 *
 *   npm run bench -- --scale --only=failover            a dead machine and a dead PostgreSQL
 *   npm run bench -- --scale --only=failover --full     ten kills, a primary that hangs, a standby that hangs
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { KeyStore } from '@/server/platform/auth/keys';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { migrate } from '@/server/migrations/migrate';
import { createServices } from '@/server/assembly/services';
import { makeAccount, makeKey, makeSession, makeUser } from '@/server/testing/factories/account';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { testSettings } from '@/server/testing/server';
import { type Sink, startSink } from '@/server/testing/sink';
import { lay } from '../lib/table';
import { type Cluster, startCluster } from './failover/cluster';
import { type Laris, SECRETS, startLaris } from './failover/laris';
import { type Answered, Load, type World } from './failover/load';
import { canEnter, Programs } from './failover/programs';
import { contradictions, doubled, lost } from './failover/verify';
import type { ScalePart } from './part';

type Kind = 'machine' | 'postgres' | 'primary hangs' | 'standby hangs';
const SHORT: readonly Kind[] = ['machine', 'postgres'];
const FULL: readonly Kind[] = [
  ...([
    'machine',
    'machine',
    'postgres',
    'machine',
    'machine',
    'postgres',
    'machine',
    'machine',
    'postgres',
    'machine',
  ] as const),
  'primary hangs',
  'standby hangs',
];
const WORDS: Record<Kind, string> = {
  machine: 'kill -9 of PostgreSQL and Patroni',
  postgres: 'kill -9 of PostgreSQL',
  'primary hangs': 'SIGSTOP of the primary',
  'standby hangs': 'SIGSTOP of the standby',
};

const PEOPLE = 5_000;
/** To the vendor that takes idempotency keys, whose rate is five a second. */
const FEW = 50;
const IMPORT_ROWS = 10_000;
/** What is asked for: seconds to the first 2xx, and of a single answer. */
const GOAL_SECONDS = 30;
const LONGEST_ANSWER_SECONDS = 25;
/** Of a hand-over in doubt: a lease, and five minutes after it. */
const DOUBT_MS = 8 * 60_000;
const WRITES = new Set(['redeem', 'contact', 'events']);

interface Round {
  kind: Kind;
  /** Until the first write was acknowledged that was asked for after the fault. */
  seconds: number;
  answers: Answered[];
  lost: number;
  doubled: number;
  lines: number;
  deaths: number;
}

export const failover: ScalePart = {
  name: 'failover',
  title: 'A database that fails over',
  missing({ root }) {
    const programs = new Programs(root);
    const where = root === null ? 'on PATH' : `in ${root}`;
    const lacking = ['patroni', 'etcd', 'haproxy'].filter((name) => programs.find(name) === null);
    if (programs.postgresBin() === null) lacking.unshift('PostgreSQL (initdb)');
    if (lacking.length > 0) return `${lacking.join(', ')} ${lacking.length === 1 ? 'is' : 'are'} not ${where}`;
    if (root !== null && (process.getuid?.() !== 0 || !canEnter())) return 'only root may enter another system';
    return null;
  },
  run: async (say, { full, root }) => {
    const programs = new Programs(root);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-failover-logs-'));
    process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    const sink = await startSink();
    // Long enough that a fault finds some under way.
    sink.answer = () => sleep(40 + Math.random() * 80).then(() => ({ status: 200 }));
    try {
      const cluster = await startCluster(programs);
      return await measure({ cluster, sink, folder, say, rounds: full ? FULL : SHORT });
    } finally {
      await sink.close();
      programs.clean();
    }
  },
};

interface Measuring {
  cluster: Cluster;
  sink: Sink;
  folder: string;
  say: (line: string) => void;
  rounds: readonly Kind[];
}

async function measure(measuring: Measuring): Promise<string> {
  const { cluster, sink, folder, say, rounds } = measuring;
  await migrate(cluster.url);
  await migrateQueue(cluster.url);
  const environment = {
    DATABASE_URL: cluster.url,
    PROVIDERS: 'live',
    PROVIDER_BASE_EMAIL_P1: sink.url,
    PROVIDER_BASE_EMAIL_P2: sink.url,
    EXTENSIONS: 'idempotency',
    LARIS_EMBEDDED: '1',
  };
  const world = await makeWorld(cluster.url, environment);
  const laris = await startLaris(environment, { web: 2, workers: 2, folder });
  const pool = new pg.Pool({ connectionString: cluster.url, max: 2, connectionTimeoutMillis: 10_000 });
  for (const event of ['error', 'connect'] as const)
    pool.on(event, (given: Error | pg.PoolClient) => {
      if (!(given instanceof Error)) given.on('error', () => undefined);
    });
  const load = new Load(laris.urls, world);
  try {
    load.start();
    const done: Round[] = [];
    for (const kind of rounds) {
      const round = await run(kind, { ...measuring, world, laris, load, pool });
      done.push(round);
      say(inShort(round));
    }
    await ended(world, pool, say);
    await load.stop();
    const found = [
      ...(await contradictions(pool, world.accountId, load, sink)),
      ...(await verifyChain(load)),
      ...laris.deaths.map((death) => `A process ended: ${death}.`),
      ...done.flatMap(faults),
    ];
    const report = table(done, load);
    if (found.length > 0) throw new Error(`${found.join('\n')}\n\n${report}\n\n${most(laris)}`);
    return report;
  } finally {
    await load.abandon();
    await pool.end();
    await laris.stop();
  }
}

interface Everything extends Measuring {
  world: FailoverWorld;
  laris: Laris;
  load: Load;
  pool: pg.Pool;
}

interface FailoverWorld extends World {
  /** A new broadcast: to everybody over the vendor without keys, or to a few over the one with. */
  makeBroadcast(many: boolean): Promise<string>;
}

/** One fault in the middle of everything, and back to a primary with its standby. */
async function run(kind: Kind, { cluster, sink, say, world, laris, load, pool }: Everything): Promise<Round> {
  await patiently(() => cluster.whole());
  const importId = await load.sendImport(IMPORT_ROWS);
  await state(pool, world.accountId, importId, ['checked']);
  const [many, few] = [
    await patiently(() => world.makeBroadcast(true)),
    await patiently(() => world.makeBroadcast(false)),
  ];
  const before = sink.arrivals.length;
  for (const id of [many, few]) await send(load, id);
  await load.trpc('contacts.imports.start', { id: importId });
  while (sink.arrivals.length < before + PEOPLE / 10) await sleep(10);
  await sleep(Math.random() * 400);

  const leader = (await cluster.leader()) ?? '';
  const standby = leader === 'one' ? 'two' : 'one';
  const [lines, deaths, from] = [laris.lines().count, laris.deaths.length, load.answers.length];
  say(`${WORDS[kind]} (${leader} leads) …`);
  const at = performance.now();
  if (kind === 'machine' || kind === 'postgres') cluster.kill(leader, kind);
  else cluster.freeze(kind === 'primary hangs' ? leader : standby);
  const back = await firstWrite(load, from, at);
  // A moment for those that the outage left waiting.
  await sleep(2_000);
  const round = {
    kind,
    seconds: (back - at) / 1000,
    lines: laris.lines().count - lines,
    deaths: laris.deaths.length - deaths,
  };
  if (kind === 'machine') cluster.revive(leader);
  if (kind === 'primary hangs') cluster.thaw(leader);
  if (kind === 'standby hangs') cluster.thaw(standby);
  await cluster.whole();
  await state(pool, world.accountId, importId, ['done']);
  return {
    ...round,
    answers: load.answers.slice(from).filter(({ at: answeredAt }) => answeredAt > at),
    lost: await patiently(() => lost(pool, world.accountId, load)),
    doubled: doubled(sink),
  };
}

/** When the first write was acknowledged that was asked for after the fault. With a hung standby all of them may be. */
async function firstWrite(load: Load, from: number, at: number): Promise<number> {
  for (;;) {
    // What was on its way at the fault is older: nobody asks for longer than a moment.
    const found = load.answers
      .slice(from)
      .find(({ kind, asked, status }) => WRITES.has(kind) && asked > at && status < 300 && status > 0);
    if (found !== undefined) return found.at;
    if (performance.now() - at > 180_000) throw new Error('Nothing was answered for three minutes.');
    await sleep(20);
  }
}

/** Sends a broadcast; a second try finds that the first one did. */
async function send(load: Load, id: string): Promise<void> {
  await load.until2xx({
    kind: 'send',
    method: 'POST',
    path: `/api/v1/broadcasts/${id}/send`,
    body: {},
    idempotencyKey: `send-${id}`,
  });
}

/** Waits for an import to be in one of these states. */
async function state(pool: pg.Pool, accountId: string, id: string, states: readonly string[]): Promise<void> {
  const end = Date.now() + 150_000;
  for (;;) {
    const { rows } = await patiently(() =>
      pool.query<{ status: string }>('SELECT status FROM "ContactImport" WHERE "accountId" = $1 AND id = $2', [
        accountId,
        id,
      ]),
    );
    if (states.includes(rows[0]?.status ?? '')) return;
    if (Date.now() > end) throw new Error(`An import is ${rows[0]?.status ?? 'not there'} after 150 s.`);
    await sleep(200);
  }
}

/** Tries for a minute: our own connections break as everybody's. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const end = Date.now() + 60_000; ; await sleep(250)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Waits until no message is queued or under way. */
async function ended({ accountId }: World, pool: pg.Pool, say: (line: string) => void): Promise<void> {
  for (const end = Date.now() + DOUBT_MS; Date.now() < end; await sleep(500)) {
    const { rows } = await patiently(() =>
      pool.query<{ status: string; count: number }>(
        `SELECT status, count(*)::int AS count FROM "MarketingMessage" WHERE "accountId" = $1 AND status IN ('queued', 'sending') GROUP BY 1`,
        [accountId],
      ),
    );
    if (rows.length === 0) return;
    if (Math.random() < 0.05) say(rows.map(({ status, count }) => `${count} ${status}`).join(', '));
  }
}

async function verifyChain(load: Load): Promise<string[]> {
  const call = { kind: 'verify', method: 'GET', path: '/api/v1/audit-log/verify' } as const;
  const chain = (await load.until2xx(call)) as { ok: boolean; checked: number };
  return chain.ok && chain.checked > 0 ? [] : [`The chain of the audit log: ${JSON.stringify(chain)}.`];
}

async function makeWorld(url: string, environment: Record<string, string>): Promise<FailoverWorld> {
  const services = createServices(testSettings(url, { ...environment, ...SECRETS }), { name: 'bench', poolSize: 2 });
  const { database } = services;
  const accountId = await makeAccount(database);
  const user = await makeUser(database, accountId);
  const key = await makeKey(database, new KeyStore(database, [SECRETS.APP_SECRET], () => undefined), accountId);
  const cookie = await makeSession(services, { sub: user.id, accountId });
  const code = await makeDiscountCode(database, accountId);
  for (const provider of ['email_p1', 'email_p2'] as const) await makeChannel(services, accountId, { provider });
  const at = new Date();
  const lists = await Promise.all(
    ['Everybody', 'Few'].map((name) =>
      database.prisma.contactList.create({ data: { accountId, name, createdAt: at, updatedAt: at } }),
    ),
  );
  const [everybody, few] = lists.map(({ id }) => id) as [string, string];
  await database.pool.query(
    `WITH made AS (
       INSERT INTO "Contact" ("accountId", "identityHash", email, "firstName", "createdAt", "updatedAt")
       SELECT $1, encode(sha256(($1 || n)::bytea), 'hex'), 'user' || n || '@example.com', 'Sari', $2::timestamptz, $2::timestamptz FROM generate_series(1, ${PEOPLE}) n RETURNING id)
     INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt")
     SELECT $1, l.id, m.id, $2::timestamptz FROM (SELECT id, row_number() OVER () AS n FROM made) m
     CROSS JOIN LATERAL (SELECT $3 AS id UNION ALL SELECT $4 WHERE m.n <= ${FEW}) l`,
    [accountId, at, everybody, few],
  );
  await database.pool.query('ANALYZE');
  await services.close();
  const content = { email: { subject: 'Sale', html: '<p>Sale</p>', text: 'Sale' } };
  const makeOne = async (many: boolean): Promise<string> => {
    const own = createServices(testSettings(url, { ...environment, ...SECRETS }), { name: 'bench', poolSize: 1 });
    try {
      const { id } = await makeBroadcast(own.database, accountId, {
        providers: [many ? 'email_p2' : 'email_p1'],
        content,
        audience: { listIds: [many ? everybody : few] },
      });
      return id;
    } finally {
      await own.close();
    }
  };
  return { accountId, key, cookie, codeId: code.id, makeBroadcast: makeOne };
}

const is503 = ({ status }: Answered): boolean => status === 503;
const secondsOf = ({ asked, at }: Answered): number => (at - asked) / 1000;
const longest = (answers: readonly Answered[]): number => Math.max(0, ...answers.map(secondsOf));
const slowest = (answers: readonly Answered[]): string => {
  const [first] = [...answers].sort((a, b) => secondsOf(b) - secondsOf(a));
  return first === undefined ? '' : `${first.kind} ${first.status}`;
};
/** Answers that nobody is to be given while the database is away. */
const isWrong = ({ status, retryAfter, kind }: Answered): boolean =>
  status === 0 ||
  (status >= 500 && (status !== 503 || (retryAfter === null && kind !== 'readyz'))) ||
  (status === 409 && retryAfter === null);

/** What a round shows that was not to be. */
function faults({ kind, seconds, answers, lost: missing, deaths }: Round): string[] {
  const wrong = new Map<string, number>();
  for (const answer of answers.filter(isWrong)) {
    const words = `${answer.kind} ${answer.status} ${answer.code ?? ''}${answer.retryAfter === null ? ' without Retry-After' : ''}`;
    wrong.set(words, (wrong.get(words) ?? 0) + 1);
  }
  return [
    ...(seconds > GOAL_SECONDS ? [`The first write came after ${seconds.toFixed(1)} s.`] : []),
    ...(missing > 0 ? [`${missing} acknowledged writes are lost.`] : []),
    ...(deaths > 0 ? [`${deaths} processes ended.`] : []),
    ...(longest(answers) > LONGEST_ANSWER_SECONDS ? [`An answer took ${longest(answers).toFixed(1)} s.`] : []),
    ...[...wrong].map(([words, count]) => `${words}, ${count} times`),
  ].map((fault) => `${WORDS[kind]}: ${fault}`);
}

const inShort = (round: Round): string =>
  `  first 2xx after ${round.seconds.toFixed(1)} s; ${round.answers.filter(is503).length} times 503; longest answer ${longest(round.answers).toFixed(1)} s (${slowest(round.answers)}); ${round.lost} lost, ${round.doubled} doubled so far, ${round.lines} lines logged, ${round.deaths} processes ended${faults(
    round,
  )
    .map((fault) => `\n    ${fault}`)
    .join('')}`;

function table(rounds: readonly Round[], load: Load): string {
  return [
    lay([
      ['Fault', 'First 2xx, s', 'Answers 503', 'Longest answer, s', 'Acknowledged and lost', 'Doubled', 'Lines logged'],
      ...rounds.map((round) => [
        WORDS[round.kind],
        round.seconds.toFixed(1),
        String(round.answers.filter(is503).length),
        longest(round.answers).toFixed(1),
        String(round.lost),
        String(round.doubled),
        String(round.lines),
      ]),
    ]),
    `Acknowledged in all: ${load.redeemed.size} redemptions, ${load.contacts.size} contacts, ${load.events.size} events, ${load.imports.size} imports of ${IMPORT_ROWS} rows, ${rounds.length} broadcasts to ${PEOPLE} and ${rounds.length} to ${FEW}. Every counter is that of its rows, and the audit chain verifies.`,
  ].join('\n\n');
}

/** What was logged most. */
const most = (laris: Laris): string =>
  [...laris.lines().perMessage]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 15)
    .map(([message, count]) => `${count} × ${message}`)
    .join('\n');
