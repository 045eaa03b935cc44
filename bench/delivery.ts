/**
 * The worker draining 100,000 messages of one channel: through an adapter that does nothing, and through Postmark's to a
 * local vendor, beside a bare undici loop to the same vendor. Everything has a process of its own.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '@/server/platform/db/client';
import { makeAccount } from '@/server/testing/factories/account';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { testSettings } from '@/server/testing/server';
import { median } from './lib/compare';
import { cpuOf, cpuOfPostgres } from './lib/servers';
import { lay } from './lib/table';
import { workersOf } from './lib/workers';

const MESSAGES = 100_000;
/** As a channel without a stated rate has (server/modules/messaging/broadcasts/delivery/channel.ts). */
const AT_ONCE = 64;
const HTML = `<p>${'Words of an offer. '.repeat(100)}</p>`;
/** What is asked of the delivery. */
const GOAL_RATE = 4_000;
const GOAL_SHARE = 0.6;
const GOAL_BYTES = 200 * 1024 * 1024;

const INSERT_PEOPLE = `
  INSERT INTO "Contact" ("accountId", "identityHash", email, "firstName", "createdAt", "updatedAt")
  SELECT $1, encode(sha256(($1 || n)::bytea), 'hex'), 'user' || n || '@example.com', 'Sari', $2::timestamptz, $2::timestamptz FROM generate_series(1, ${MESSAGES}) n`;
const INSERT_MESSAGES = `
  INSERT INTO "MarketingMessage" ("accountId", "campaignId", "contactId", "channelIntegrationId", provider, recipient, "contentId", status, "createdAt", "updatedAt", "claimableAt")
  SELECT c."accountId", $2, c.id, $3, 'email_p4', c.email, $4, 'queued', $5::timestamptz, $5::timestamptz, $5::timestamptz FROM "Contact" c WHERE c."accountId" = $1`;

export interface DeliveryOptions {
  databaseUrl: string;
  appSecret: string;
  rounds: number;
}

interface Drain {
  /** Messages a second. */
  rate: number;
  /** Microseconds of CPU for a message: of all processes, the vendor's too. Steadier than rates on a busy machine. */
  cpu: number;
  /** Most bytes resident. */
  memory: number;
}

/** @returns the figures as Markdown */
export async function measureDelivery({ databaseUrl, appSecret, rounds }: DeliveryOptions): Promise<string> {
  const workers = await workersOf('delivery', { databaseUrl, appSecret });
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const accountId = await makeAccount(database);
    await client.query(INSERT_PEOPLE, [accountId, new Date()]);
    const settings = testSettings(databaseUrl, { APP_SECRET: appSecret });
    const content = await database.prisma.messageContent.create({
      data: {
        accountId,
        family: 'email',
        content: { subject: 'Sale', html: HTML, text: 'Sale' },
        createdAt: new Date(),
      },
    });

    const vendor = workers.start('vendor');
    const [{ port }] = (await once(vendor, 'message')) as [{ port: number }];
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const backend = rows[0]?.pid ?? 0;
    const pidOf = (child: ChildProcess): number => child.pid ?? 0;
    const vendorUrl = `http://127.0.0.1:${port}`;

    const drain = async (mode: 'nothing' | 'http'): Promise<Drain> => {
      await client.query('TRUNCATE "MarketingMessage", "BroadcastTally", "BroadcastRate"');
      const channel = await makeChannel({ database, settings }, accountId, { provider: 'email_p4' });
      const broadcast = await makeBroadcast(database, accountId, { status: 'sending' });
      await client.query(INSERT_MESSAGES, [accountId, broadcast.id, channel.id, content.id, new Date()]);
      await client.query('VACUUM ANALYZE "MarketingMessage", "Contact"');
      await client.query('CHECKPOINT');
      const worker = workers.start(mode, { PROVIDER_BASE_EMAIL_P4: vendorUrl });
      await once(worker, 'message');
      let memory = 0;
      worker.on('message', ({ rss = 0 }: { rss?: number }) => (memory = Math.max(memory, rss)));
      const cpu = (): number => cpuOf(pidOf(worker)) + cpuOf(pidOf(vendor)) + cpuOfPostgres(backend);
      const [begun, before] = [performance.now(), cpu()];
      worker.send('go');
      for (let left = MESSAGES; left > 0; await sleep(50)) {
        const { rows } = await client.query<{ sent: number }>(
          `SELECT messages AS sent FROM "BroadcastTally" WHERE "accountId" = $1 AND "broadcastId" = $2 AND status = 'sent'`,
          [accountId, broadcast.id],
        );
        left = MESSAGES - (rows[0]?.sent ?? 0);
      }
      const rate = MESSAGES / ((performance.now() - begun) / 1000);
      const used = (cpu() - before) / MESSAGES;
      worker.kill('SIGKILL');
      return { rate, cpu: used, memory };
    };
    const bare = async (): Promise<Omit<Drain, 'memory'>> => {
      const before = cpuOf(pidOf(vendor));
      const loop = workers.start('bare', {
        VENDOR_URL: vendorUrl,
        MESSAGES: String(MESSAGES),
        HTML,
        AT_ONCE: String(AT_ONCE),
      });
      const [{ ms }] = (await once(loop, 'message')) as [{ ms: number }];
      const used = (cpuOf(pidOf(loop)) + cpuOf(pidOf(vendor)) - before) / MESSAGES;
      loop.kill('SIGKILL');
      return { rate: MESSAGES / (ms / 1000), cpu: used };
    };

    const turns: { nothing: Drain; http: Drain; bare: Omit<Drain, 'memory'> }[] = [];
    for (let round = 0; round < rounds; round++)
      turns.push({ nothing: await drain('nothing'), bare: await bare(), http: await drain('http') });
    const of = (value: (turn: (typeof turns)[number]) => number): number => median(turns.map(value));
    const [nothing, memory, share] = [
      of((turn) => turn.nothing.rate),
      Math.max(...turns.map((turn) => Math.max(turn.nothing.memory, turn.http.memory))),
      of((turn) => turn.http.rate / turn.bare.rate),
    ];
    return [
      lay([
        ['Drain of 100,000 messages, one worker', 'Floor /s', 'Laris /s', 'Share', 'Goal'],
        ['through an adapter that does nothing', '', count(nothing), '', nothing >= GOAL_RATE ? 'met' : 'missed'],
        [
          'through HTTP to a local vendor',
          count(of((turn) => turn.bare.rate)),
          count(of((turn) => turn.http.rate)),
          share.toFixed(2),
          share >= GOAL_SHARE ? 'met' : 'missed',
        ],
        [
          'CPU of all processes for one through HTTP, µs',
          count(of((turn) => turn.bare.cpu)),
          count(of((turn) => turn.http.cpu)),
          of((turn) => turn.bare.cpu / turn.http.cpu).toFixed(2),
          '',
        ],
        [
          'memory of the worker, at most',
          '',
          `${Math.round(memory / 1024 / 1024)} MiB`,
          '',
          memory < GOAL_BYTES ? 'met' : 'missed',
        ],
      ]),
      `Floor: undici calls the same vendor in a bare loop, ${AT_ONCE} at once. Goals: ${GOAL_RATE} a second; ${GOAL_SHARE} of the floor; under 200 MiB.`,
    ].join('\n\n');
  } finally {
    workers.stop();
    await client.query('TRUNCATE "MarketingMessage", "BroadcastTally", "BroadcastRate"');
    await client.end();
    await database.close();
  }
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
