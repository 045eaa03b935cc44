/**
 * A shop of 100,000 customers and 100,000 orders read by the worker, beside a bare loop that fetches the same pages and
 * COPYs them as they are. Each has a process of its own, and the shop answers from memory what it was asked before.
 */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '@/server/platform/db/client';
import { castJson } from '@/server/platform/db/stored';
import { sealCredentials } from '@/server/modules/shops/connections/credentials';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { makeAccount } from '@/server/testing/factories/account';
import { testSettings } from '@/server/testing/server';
import { KEYS, SHOP } from '@/server/testing/shopify-shop';
import { median } from './lib/compare';
import { lay } from './lib/table';
import { workersOf } from './lib/workers';

const ROWS = 100_000;
/** What is asked of the backfill: at most twice the bare loop's time. */
const GOAL_SHARE = 0.5;
const GOAL_BYTES = 200 * 1024 * 1024;
const MIB = 1024 * 1024;

export interface BackfillOptions {
  databaseUrl: string;
  appSecret: string;
  rounds: number;
}

/** @returns the figures as Markdown */
export async function measureBackfill({ databaseUrl, appSecret, rounds }: BackfillOptions): Promise<string> {
  const workers = await workersOf('backfill', { databaseUrl, appSecret });
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS bare (ref text, updated timestamptz, node jsonb)');
  try {
    const shop = workers.start('shop', { ROWS: String(ROWS) });
    const [{ base }] = (await once(shop, 'message')) as [{ base: string }];
    const answer = await fetch(`${base}/admin/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: KEYS.clientId,
        client_secret: KEYS.clientSecret,
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const { appSecrets } = testSettings(databaseUrl, { APP_SECRET: appSecret });

    const bare = async (): Promise<number> => {
      await client.query('TRUNCATE bare');
      const loop = workers.start('bare', { SHOP_BASE: base, TOKEN: token });
      const [{ ms }] = (await once(loop, 'message')) as [{ ms: number }];
      loop.kill('SIGKILL');
      return ms;
    };

    const backfill = async (): Promise<{ ms: number; memory: number; late: number }> => {
      const accountId = await makeAccount(database);
      const [id, at] = [`c${accountId.slice(1)}`, new Date()];
      await database.prisma.integration.create({
        data: {
          id,
          accountId,
          provider: 'storefront_p1',
          externalId: SHOP.domain,
          displayName: 'Toko',
          status: 'active',
          config: castJson(wholeConfig('storefront_p1')),
          bringsProducts: false,
          credentials: sealCredentials(appSecrets, { id, accountId }, { ...KEYS, accessToken: token }),
          refusedAt: [],
          activatedAt: at,
          createdAt: at,
          updatedAt: at,
        },
      });
      for (const [place, resource] of ['customers', 'orders'].entries())
        await database.prisma.integrationRun.create({
          data: {
            accountId,
            integrationId: id,
            kind: 'backfill',
            resource,
            status: 'queued',
            dueAt: at,
            createdAt: new Date(at.getTime() + place),
            updatedAt: at,
          },
        });
      await client.query('CHECKPOINT');
      const worker = workers.start('work', { PROVIDER_BASE_STOREFRONT_P1: base });
      await once(worker, 'message');
      const resident: number[] = [];
      worker.on('message', ({ rss }: { rss?: number }) => rss !== undefined && resident.push(rss));
      const begun = performance.now();
      worker.send('go');
      for (;;) {
        const runs = await database.prisma.integrationRun.findMany({ where: { accountId } });
        if (runs.some(({ status }) => status === 'failed')) throw new Error(runs.map(({ error }) => error).join(' '));
        if (runs.every(({ status }) => status === 'succeeded' || status === 'partial')) break;
        await sleep(50);
      }
      const ms = performance.now() - begun;
      worker.kill('SIGKILL');
      const [contacts, orders] = await Promise.all([
        database.prisma.contact.count({ where: { accountId } }),
        database.prisma.order.count({ where: { accountId } }),
      ]);
      if (contacts !== ROWS || orders !== ROWS) throw new Error(`${contacts} contacts and ${orders} orders came.`);
      // Of the first and the last quarter: whether it grows.
      const quarter = Math.max(Math.floor(resident.length / 4), 1);
      return {
        ms,
        memory: Math.max(...resident),
        late: median(resident.slice(-quarter)) - median(resident.slice(quarter, 2 * quarter)),
      };
    };

    const turns: { bare: number; ours: Awaited<ReturnType<typeof backfill>> }[] = [];
    // What the shop has answered once it knows.
    await bare();
    for (let round = 0; round < rounds; round++) turns.push({ bare: await bare(), ours: await backfill() });
    const [floor, ours, share] = [
      median(turns.map((turn) => turn.bare)),
      median(turns.map((turn) => turn.ours.ms)),
      median(turns.map((turn) => turn.bare / turn.ours.ms)),
    ];
    const memory = Math.max(...turns.map((turn) => turn.ours.memory));
    const grown = median(turns.map((turn) => turn.ours.late));
    const rate = (ms: number): string => Math.round((2 * ROWS) / (ms / 1000)).toLocaleString('en');
    return [
      lay([
        ['Backfill of 100,000 customers and 100,000 orders', 'Floor rows/s', 'Laris rows/s', 'Share', 'Goal'],
        [
          'one worker, pages of 250',
          rate(floor),
          rate(ours),
          share.toFixed(2),
          `${GOAL_SHARE} ${share >= GOAL_SHARE ? 'met' : '**missed**'}`,
        ],
      ]),
      `Floor: a loop that fetches the same pages and COPYs them as they are. Memory of the worker: ${Math.round(memory / MIB)} MiB at most (goal ${GOAL_BYTES / MIB}: ${memory <= GOAL_BYTES ? 'met' : '**missed**'}), from its second quarter to its last ${grown >= 0 ? '+' : ''}${Math.round(grown / MIB)} MiB.`,
    ].join('\n\n');
  } finally {
    workers.stop();
    await client.query('DROP TABLE IF EXISTS bare');
    await client.end();
    await database.close();
  }
}
