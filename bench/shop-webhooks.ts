/**
 * Stored webhooks of a shop, applied by one worker: each call signed and reporting one paid order of a contact, with no
 * code, and with one that all of them were bought with. The floor is the bare INSERT of as many orders, one by one.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { openDatabase, type Database } from '@/server/platform/db/client';
import { castJson } from '@/server/platform/db/stored';
import { sealCredentials } from '@/server/modules/shops/connections/credentials';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { makeAccount } from '@/server/testing/factories/account';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { testSettings } from '@/server/testing/server';
import { median } from './lib/compare';
import { lay } from './lib/table';
import { workersOf } from './lib/workers';

const CALLS = 10_000;
const BUYERS = 1_000;
const SECRET = 'whsec_bench';
const GOAL_SHARE = 0.5;
const GOAL_RATE = 1_000;

export interface ShopWebhooksOptions {
  databaseUrl: string;
  appSecret: string;
  rounds: number;
}

const buyer = (n: number): string => `buyer-${String(n % BUYERS)}@example.com`;

/** @param code that each order was bought with */
function bodies(code: string | null): string[] {
  const placedAt = new Date().toISOString();
  return Array.from({ length: CALLS }, (_, n) =>
    JSON.stringify({
      id: `d-${String(n)}`,
      type: 'orders',
      rows: [
        {
          externalRef: `o-${String(n)}`,
          amount: 150_000,
          currency: 'IDR',
          status: 'paid',
          placedAt,
          email: buyer(n),
          items: [{ productRef: 'sku-1', name: 'Kopi Gayo', quantity: 2, price: 75_000 }],
          ...(code !== null && { discountCodes: [code], discount: 15_000 }),
        },
      ],
    }),
  );
}

const insertOrder = {
  name: 'order',
  text: `INSERT INTO "Order" ("accountId", "externalSource", "externalRef", "checkoutSessionId", email, amount, refunded, currency, status, "discountCodes", items, "placedAt", "paidAt", "sourceUpdatedAt", "createdAt", "updatedAt")
         VALUES ($1, 'bare', $2, $2, $3, 150000, 0, 'IDR', 'paid', '{}', $4, $5, $5, $5, $5, $5)`,
};

async function bare(client: pg.Client, accountId: string): Promise<number> {
  const items = JSON.stringify([{ productRef: 'sku-1', name: 'Kopi Gayo', quantity: 2, price: 75_000 }]);
  const begun = performance.now();
  for (let n = 0; n < CALLS; n++)
    await client.query({ ...insertOrder, values: [accountId, `o-${String(n)}`, buyer(n), items, new Date()] });
  return performance.now() - begun;
}

/** A workspace with its contacts, and a shop whose calls wait. */
async function shopThatCalled(
  database: Database,
  client: pg.Client,
  { appSecret, databaseUrl, withCode }: { appSecret: string; databaseUrl: string; withCode: boolean },
): Promise<{ accountId: string; integrationId: string }> {
  const { appSecrets } = testSettings(databaseUrl, { APP_SECRET: appSecret });
  const accountId = await makeAccount(database, { plan: 'scale' });
  const [integrationId, at] = [`c${accountId.slice(1)}`, new Date()];
  await client.query(
    `INSERT INTO "Contact" ("accountId", "identityHash", email, source, "createdAt", "updatedAt")
     SELECT $1, md5($1 || n), 'buyer-' || n || '@example.com', 'import', now(), now() FROM generate_series(0, ${BUYERS} - 1) n`,
    [accountId],
  );
  const code = withCode ? (await makeDiscountCode(database, accountId)).code : null;
  await database.prisma.integration.create({
    data: {
      id: integrationId,
      accountId,
      provider: 'http_generic',
      externalId: integrationId,
      displayName: 'Toko',
      status: 'active',
      config: castJson(wholeConfig('http_generic', { redeem: true })),
      bringsProducts: false,
      credentials: sealCredentials(appSecrets, { id: integrationId, accountId }, { secret: SECRET }),
      refusedAt: [],
      activatedAt: new Date(at.getTime() - 60_000),
      createdAt: at,
      updatedAt: at,
    },
  });
  const seconds = Math.floor(at.getTime() / 1000);
  const calls = bodies(code);
  const sign = (body: string): string => createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
  await client.query(
    `INSERT INTO "IntegrationWebhook" ("accountId", "integrationId", headers, body, "receivedAt", "dueAt")
     SELECT $1, $2, jsonb_build_object('svc-signature', c.signature), convert_to(c.body, 'UTF8'), $5::timestamptz + c.n * interval '1 ms', $5
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS c(signature, body, n)`,
    [accountId, integrationId, calls.map((body) => `t=${seconds},v1=${sign(body)}`), calls, at],
  );
  await client.query('ANALYZE "Contact", "IntegrationWebhook"');
  return { accountId, integrationId };
}

/** @returns the figures as Markdown */
export async function measureShopWebhooks({ databaseUrl, appSecret, rounds }: ShopWebhooksOptions): Promise<string> {
  const workers = await workersOf('shop-webhooks', { databaseUrl, appSecret });
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ours = async (withCode: boolean): Promise<number> => {
      const integration = await shopThatCalled(database, client, { appSecret, databaseUrl, withCode });
      const worker = workers.start('work');
      await once(worker, 'message');
      worker.send(integration);
      const [{ ms }] = (await once(worker, 'message')) as [{ ms: number }];
      worker.kill('SIGKILL');
      const { accountId } = integration;
      const applied = await database.prisma.integrationWebhook.count({ where: { accountId, result: 'applied' } });
      const redeemed = await database.prisma.discountRedemption.count({ where: { accountId } });
      if (applied !== CALLS || redeemed !== (withCode ? CALLS : 0))
        throw new Error(`${applied} were applied and ${redeemed} codes redeemed.`);
      return ms;
    };
    const turns: { floor: number; plain: number; hot: number }[] = [];
    for (let round = 0; round < rounds; round++)
      turns.push({
        floor: await bare(client, await makeAccount(database)),
        plain: await ours(false),
        hot: await ours(true),
      });
    const rate = (ms: number): number => CALLS / (ms / 1000);
    const words = (value: number): string => Math.round(value).toLocaleString('en');
    const line = (title: string, which: 'plain' | 'hot', hasGoal: boolean): string[] => {
      const share = median(turns.map((turn) => turn.floor / turn[which]));
      const reached = rate(median(turns.map((turn) => turn[which])));
      const verdict = share >= GOAL_SHARE && reached >= GOAL_RATE ? 'met' : '**missed**';
      return [
        title,
        words(rate(median(turns.map(({ floor }) => floor)))),
        words(reached),
        share.toFixed(2),
        hasGoal ? `${GOAL_SHARE}, ${words(GOAL_RATE)} a second ${verdict}` : '',
      ];
    };
    return lay([
      ['Webhooks of a shop applied, a paid order each', 'Floor /s', 'Laris /s', 'Share', 'Goal'],
      line('of contacts who bought before or not', 'plain', true),
      line('all with one code', 'hot', false),
    ]);
  } finally {
    workers.stop();
    await client.end();
    await database.close();
  }
}
