/** The workspace that everything is measured in: 100,000 codes, some of them used, and a key that signs. */
import { openDatabase, type Database } from '@/server/platform/db/client';
import { KeyStore } from '@/server/platform/auth/keys';
import { makeAccount, makeKey } from '@/server/testing/factories/account';
import type { TestKey } from '@/server/testing/sign';

export const CODES = 100_000;
const REDEMPTIONS = 20_000;
export const PRODUCTS = 500;
export const CUSTOMERS = 5_000;

export interface World {
  /** What the server signs with. */
  appSecret: string;
  accountId: string;
  key: TestKey;
  codes: { id: string; code: string }[];
}

/** Six in ten for the whole cart, two for products, one for tags, one for shipping; half with a cap per customer. */
const INSERT_CODES = `
  INSERT INTO "DiscountCode" ("accountId", code, description, type, value, currency, scope, "productIds", "tagFilter", "minPurchaseAmount", "maxUsesPerCustomer", "startsAt", "expiresAt", active, public, "createdAt", "updatedAt")
  SELECT $1, 'BENCH' || upper(substr(md5(n::text), 1, 8)) || n, 'Bench code ' || n,
         CASE WHEN n % 10 = 9 THEN 'shipping_percent' ELSE 'percent' END, 5 + n % 60, 'IDR',
         CASE WHEN n % 10 IN (6, 7) THEN 'products' WHEN n % 10 = 8 THEN 'tags' ELSE 'cart' END,
         CASE WHEN n % 10 IN (6, 7) THEN ARRAY['product-' || n % ${PRODUCTS}, 'product-' || (n * 7) % ${PRODUCTS}] ELSE '{}' END,
         CASE WHEN n % 10 = 8 THEN ARRAY['sale'] ELSE '{}' END,
         CASE WHEN n % 3 = 0 THEN 50000 END, CASE WHEN n % 2 = 0 THEN 1000000 END,
         $2::timestamptz - interval '1 day', $2::timestamptz + interval '30 days', true, false,
         $2::timestamptz - n * interval '1 second', $2::timestamptz - n * interval '1 second'
  FROM generate_series(1, ${CODES}) AS n`;

const INSERT_REDEMPTIONS = `
  INSERT INTO "DiscountRedemption" ("accountId", "discountCodeId", "checkoutSessionId", "appliedAmount", "appliedShipping", currency, "customerId", "redeemedAt")
  SELECT $1, d.id, 'seed-' || d.n, 10000, 0, 'IDR', 'customer-' || d.n % ${CUSTOMERS}, $2
  FROM (SELECT id, row_number() OVER (ORDER BY md5(id)) AS n FROM "DiscountCode" WHERE "accountId" = $1) d WHERE d.n <= ${REDEMPTIONS}`;

/** The counters that redeeming would have kept. */
const COUNT_CODES = `UPDATE "DiscountCode" d SET "redemptionCount" = 1 FROM "DiscountRedemption" r WHERE d."accountId" = $1 AND r."accountId" = $1 AND r."discountCodeId" = d.id`;
const COUNT_CUSTOMERS = `INSERT INTO "DiscountCustomerUse" ("accountId", "discountCodeId", "customerId", uses)
  SELECT "accountId", "discountCodeId", "customerId", count(*)::int FROM "DiscountRedemption" WHERE "accountId" = $1 GROUP BY 1, 2, 3`;

/** Makes the workspace in a migrated database. */
export async function makeWorld(databaseUrl: string, appSecret: string): Promise<World> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const accountId = await makeAccount(database);
    const key = await makeKey(database, new KeyStore(database, [appSecret], () => undefined), accountId);
    return { appSecret, accountId, key, codes: await seed(database, accountId) };
  } finally {
    await database.close();
  }
}

async function seed({ pool }: Database, accountId: string): Promise<World['codes']> {
  const at = new Date();
  await pool.query(INSERT_CODES, [accountId, at]);
  await pool.query(INSERT_REDEMPTIONS, [accountId, at]);
  await pool.query(COUNT_CODES, [accountId]);
  await pool.query(COUNT_CUSTOMERS, [accountId]);
  // What autovacuum would do a minute later, in the middle of a measurement.
  await pool.query('VACUUM ANALYZE');
  await pool.query('CHECKPOINT');
  const { rows } = await pool.query<{ id: string; code: string }>(
    'SELECT id, code FROM "DiscountCode" WHERE "accountId" = $1',
    [accountId],
  );
  return rows;
}
