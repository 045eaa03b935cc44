/** Events: 500 a call beside a bare INSERT, and segments over ten million of them in one workspace. */
import pg from 'pg';
import { openDatabase } from '@/server/platform/db/client';
import { workspaceDb } from '@/server/platform/db/workspace';
import { preview } from '@/server/modules/audience/audience-segments/preview';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import { keepMonths } from '@/server/platform/jobs/months';
import { EVENTS as MONTHLY } from '@/server/modules/audience/events/months';
import { makeAccount } from '@/server/testing/factories/account';
import { median } from './lib/compare';
import type { Measurement, Suite } from './lib/measurement';

const BATCH = 500;
/** Who is behind a batch: each does a few things. */
const PEOPLE = 20_000;

const batch = (serial: number): object[] =>
  Array.from({ length: BATCH }, (_, n) => ({
    name: n % 3 === 0 ? 'product_viewed' : 'page_viewed',
    id: `e-${serial}-${n}`,
    customerId: `c-${(serial * 97 + Math.floor(n / 5)) % PEOPLE}`,
    at: new Date(Date.now() - n * 1_000).toISOString(),
    properties: { path: `/products/sku-${n}`, productId: `sku-${n}`, price: 150_000 },
  }));

const measurements: Measurement[] = [
  {
    name: 'events',
    title: `POST /events, ${BATCH} a call`,
    // Each event has its id kept beside it, and whose it is looked up; the floor writes rows and no more.
    goal: 0.4,
    warmUp: 50,
    call: (_, serial) => ({ method: 'POST', path: '/api/v1/events', body: { events: batch(serial) } }),
  },
];

const CONTACTS = `INSERT INTO "Contact" ("accountId", id, "identityHash", "externalRef", email, source, "createdAt", "updatedAt")
   SELECT $1, 'e' || lpad(n::text, 24, '0'), 'events' || md5(n::text), 'c-' || n, 'shopper' || n || '@example.test', 'bench', $2, $2 FROM generate_series(0, $3::int - 1) n`;

export const events: Suite = {
  floor: 'events.floor.ts',
  measurements,
  async prepare(databaseUrl, { accountId }) {
    const database = openDatabase(databaseUrl, { poolSize: 1, name: 'bench' });
    await keepMonths(database.pool, MONTHLY, new Date());
    await database.pool.query(CONTACTS, [accountId, new Date(), PEOPLE]);
    await database.close();
  },
};

const EVENTS = 10_000_000;
const SHOPPERS = 200_000;
const DAYS = 390;
const ROUNDS = 5;
/** Milliseconds. */
const GOAL = 2_000;

/** Three in five are pages, three in ten products, the rest carts; spread over 13 months, a fifth of nobody. */
const SEED = `INSERT INTO "ShopperEvent" ("accountId", id, name, at, "contactId", properties, "createdAt")
   SELECT $1, 'e' || n, (ARRAY['page_viewed','page_viewed','page_viewed','page_viewed','page_viewed','page_viewed','product_viewed','product_viewed','product_viewed','cart_updated'])[1 + n % 10],
     $2::timestamptz - (n::bigint * ${DAYS} * 86400 / ${EVENTS}) * interval '1 second', CASE WHEN hashint4(n) % 5 <> 0 THEN 'e' || lpad((abs(hashint4(n + 7)) % ${SHOPPERS})::text, 24, '0') END,
     jsonb_build_object('productId', 'sku-' || n % 500, 'price', n % 1000 * 1000), $2
   FROM generate_series($3::int, $4::int) n`;

const QUESTIONS: readonly [title: string, condition: Definition['groups'][number]['conditions'][number]][] = [
  ['viewed products 3 times in 30 days', { event: 'event.product_viewed', op: 'at_least', count: 3, withinDays: 30 }],
  ['viewed no product in 90 days', { event: 'event.product_viewed', op: 'none', withinDays: 90 }],
  ['viewed pages 20 times in a year', { event: 'event.page_viewed', op: 'at_least', count: 20, withinDays: 365 }],
  ['ever viewed a page', { event: 'event.page_viewed', op: 'at_least', count: 1 }],
  [
    'viewed one product in 30 days',
    {
      event: 'event.product_viewed',
      op: 'at_least',
      count: 1,
      withinDays: 30,
      where: [{ property: 'productId', op: 'eq', value: 'sku-7' }],
    },
  ],
];

/** @returns a table for RESULTS.md */
export async function measureEvents(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    // Making ten million rows takes longer than a request may.
    await admin.query('SET statement_timeout = 0');
    const accountId = await makeAccount(database);
    const now = new Date();
    await keepMonths(database.pool, MONTHLY, now);
    await admin.query(CONTACTS, [accountId, now, SHOPPERS]);
    for (let first = 1; first <= EVENTS; first += 500_000)
      await admin.query(SEED, [accountId, now, first, first + 499_999]);
    await admin.query('VACUUM ANALYZE "Contact"');
    await admin.query('VACUUM ANALYZE "ShopperEvent"');
    const db = workspaceDb(database, {
      accountId,
      actor: { kind: 'system', id: null, partnerId: null, onBehalfOf: null },
      now,
    });
    const lines: string[] = [];
    for (const [title, condition] of QUESTIONS) {
      const definition = { match: 'all', groups: [{ match: 'all', conditions: [condition] }] };
      let found = 0;
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now();
        ({ count: found } = await preview(db, definition));
        times.push(performance.now() - start);
      }
      const took = median(times);
      lines.push(
        `| ${title} | ${found.toLocaleString('en')} | ${took.toFixed(0)} ms | ${took < GOAL ? 'met' : 'missed'} |`,
      );
    }
    return `Segments over ${EVENTS.toLocaleString('en')} events and ${SHOPPERS.toLocaleString('en')} contacts of one workspace (the preview, with its sample; goal ${GOAL} ms):\n\n| Who | Contacts | Took | Goal |\n|---|---:|---:|---|\n${lines.join('\n')}`;
  } finally {
    await admin.end();
    await database.close();
  }
}
