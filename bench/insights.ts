/** GET /insights/overview, a time series, attribution and deliverability in a workspace of a million contacts and a million messages, spread over 60 days. */
import path from 'node:path';
import pg from 'pg';
import { KeyStore } from '@/server/platform/auth/keys';
import { openDatabase } from '@/server/platform/db/client';
import { packageRoot } from '@/server/platform/lib/package-root';
import { makeAccount, makeKey } from '@/server/testing/factories/account';
import { ask, AT_ONCE, type Times } from './lib/ask';
import { median } from './lib/compare';
import { startFloor, type RunningServer } from './lib/servers';
import { lay } from './lib/table';

const CONTACTS = 1_000_000;
const MESSAGES = 1_000_000;
const BROADCASTS = 200;
/** What is asked of the figures. */
const GOAL_MS = 200;

/** One every five seconds, as an import and a busy shop together would leave them. */
const INSERT_CONTACTS = `
  INSERT INTO "Contact" ("accountId", "identityHash", email, "phoneE164", "firstName", "createdAt", "updatedAt")
  SELECT $1, encode(sha256(($1 || n)::bytea), 'hex'), 'user' || n || '@example.com', '+62812' || n, 'Sari', at, at
  FROM (SELECT n, $2::timestamptz - n * interval '5.184 seconds' AS at FROM generate_series($3::int, $4::int) n) made`;

const INSERT_BROADCASTS = `
  INSERT INTO "Broadcast" ("accountId", name, providers, status, "startedAt", "createdAt", "updatedAt")
  SELECT $1, 'Broadcast ' || n, '{email_p1}', 'sending', at, at, at FROM (SELECT n, $2::timestamptz - n * interval '60 days' / ${BROADCASTS} AS at FROM generate_series(0, ${BROADCASTS - 1}) n) made`;

/** Most are delivered, some opened or clicked, a few bounced or failed. */
const INSERT_MESSAGES = `
  INSERT INTO "MarketingMessage" ("accountId", "campaignId", "contactId", "channelIntegrationId", provider, recipient, "contentId", status, "createdAt", "updatedAt")
  SELECT $1, b.id, 'contact' || n, 'channel', 'email_p1', 'user' || n || '@example.com', 'content',
         (ARRAY['delivered', 'delivered', 'delivered', 'opened', 'opened', 'clicked', 'sent', 'delivered', 'bounced', 'failed'])[1 + n % 10], b."startedAt", b."startedAt"
  FROM "Broadcast" b, generate_series(1, ${MESSAGES / BROADCASTS}) n WHERE b."accountId" = $1`;

const INSERT_SUPPRESSIONS = `
  INSERT INTO "Suppression" ("accountId", family, address, reason, "createdAt")
  SELECT $1, CASE n % 10 WHEN 0 THEN 'sms' ELSE 'email' END, CASE n % 10 WHEN 0 THEN '+62812' || n ELSE 'user' || n || '@example.com' END, 'recipient', $2::timestamptz - n * interval '60 days' / 10000 FROM generate_series(1, 10000) n`;

/** 20,000 redemptions of one code, 10,000 reminders. */
const INSERT_REDEMPTIONS = `
  WITH code AS (
    INSERT INTO "DiscountCode" ("accountId", code, type, value, currency, scope, "createdAt", "updatedAt") VALUES ($1, 'BENCH', 'percent', 10, 'IDR', 'cart', $2::timestamptz, $2::timestamptz) RETURNING id)
  INSERT INTO "DiscountRedemption" ("accountId", "discountCodeId", "checkoutSessionId", "appliedAmount", "appliedShipping", currency, "redeemedAt")
  SELECT $1, code.id, 'session-' || n, 10000, 0, CASE n % 20 WHEN 0 THEN 'USD' ELSE 'IDR' END, $2::timestamptz - n * interval '60 days' / 20000 FROM code, generate_series(1, 20000) n`;
const INSERT_REMINDERS = `
  INSERT INTO "AbandonedCartReminder" ("accountId", "customerId", "cartId", email, "cartSnapshot", "valueAtSend", "currencyAtSend", "sentAt", "recoveredAt")
  SELECT $1, 'customer-' || n, 'cart-' || n, 'user' || n || '@example.com', '{"items": []}', 150000, 'IDR', at, CASE n % 5 WHEN 0 THEN at END
  FROM (SELECT n, $2::timestamptz - n * interval '60 days' / 10000 AS at FROM generate_series(1, 10000) n) made`;

/** Over a connection of its own, without the service's limit of a statement's time. */
async function makeRows(databaseUrl: string, accountId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const at = new Date();
  // Made after the rows: a tenth of the time.
  const {
    rows: [index],
  } = await client.query<{ made: string }>(`SELECT pg_get_indexdef('"Contact_search_idx"'::regclass) AS made`);
  await client.query('DROP INDEX "Contact_search_idx"');
  for (let from = 1; from <= CONTACTS; from += 100_000)
    await client.query(INSERT_CONTACTS, [accountId, at, from, from + 99_999]);
  await client.query(INSERT_BROADCASTS, [accountId, at]);
  await client.query(INSERT_MESSAGES, [accountId]);
  for (const text of [INSERT_SUPPRESSIONS, INSERT_REDEMPTIONS, INSERT_REMINDERS])
    await client.query(text, [accountId, at]);
  await client.query(index?.made ?? '');
  await client.query('VACUUM ANALYZE');
  await client.end();
}

export interface InsightsOptions {
  databaseUrl: string;
  appSecret: string;
  ours: RunningServer;
  rounds: number;
}

const REQUESTS: readonly [title: string, path: string][] = [
  ['overview, 30 days', '/api/v1/insights/overview'],
  ['overview, 30 days, compare=previous', '/api/v1/insights/overview?compare=previous'],
  ['overview, 365 days, compare=previous', '/api/v1/insights/overview?windowDays=365&compare=previous'],
  ['timeseries of contacts.new, 30 days', '/api/v1/insights/timeseries?metric=contacts.new'],
  [
    'timeseries of broadcasts.opened by week, 365 days',
    '/api/v1/insights/timeseries?metric=broadcasts.opened&interval=week&windowDays=365',
  ],
  ['attribution, 30 days', '/api/v1/insights/attribution'],
  ['deliverability, 30 days', '/api/v1/insights/deliverability'],
];
/** Both by turns. @returns the figures as Markdown */
export async function measureInsights({ databaseUrl, appSecret, ours, rounds }: InsightsOptions): Promise<string> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const accountId = await makeAccount(database);
    const key = await makeKey(database, new KeyStore(database, [appSecret], () => undefined), accountId);
    await makeRows(databaseUrl, accountId);
    const floor = await startFloor(path.join(packageRoot, 'bench', 'insights.floor.ts'), {
      DATABASE_URL: databaseUrl,
      ACCOUNT_ID: accountId,
    });
    try {
      const rows = [
        ['GET /insights at 1,000,000 contacts and messages', 'Floor p50', 'p99', 'Laris p50', 'p99', 'Goal'],
      ];
      for (const [title, address] of REQUESTS) {
        const [theirs, our]: [Times[], Times[]] = [[], []];
        // The first turn of each compiles and connects, and is not counted.
        for (let round = 0; round <= rounds; round++) {
          const turn = [await ask(floor.url, key, [address]), await ask(ours.url, key, [address])] as const;
          if (round === 0) continue;
          theirs.push(turn[0]);
          our.push(turn[1]);
        }
        const [p50, p99] = [
          (times: Times[]) => median(times.map((each) => each.p50)),
          (times: Times[]) => median(times.map((each) => each.p99)),
        ];
        rows.push([
          title,
          ...[p50(theirs), p99(theirs), p50(our), p99(our)].map((ms) => `${ms.toFixed(1)} ms`),
          p99(our) < GOAL_MS ? 'met' : 'missed',
        ]);
      }
      return `${lay(rows)}\n\n${AT_ONCE} requests at a time. Goal: p99 under ${GOAL_MS} ms.`;
    } finally {
      await floor.stop();
    }
  } finally {
    await database.close();
  }
}
