/** What affiliates' links and orders bring in: a click that leads on, and an order told by a partner's call. */
import { openDatabase } from '@/server/platform/db/client';
import { makeLinkCode } from '@/server/modules/offers/referrals/codes';
import { makeProgram, TEN_PERCENT } from '@/server/testing/creators';
import type { Measurement, Suite } from './lib/measurement';
import type { World } from './lib/world';

const AFFILIATES = 20_000;
/** Their codes; made again, they are the same ones for the client. */
const codes = [...new Set(Array.from({ length: AFFILIATES }, makeLinkCode))];
const anyCode = (): string => codes[Math.floor(Math.random() * codes.length)] as string;

const measurements: Measurement[] = [
  {
    name: 'affiliate-click',
    title: 'GET /a/:accountId/:code, links at random',
    status: 302,
    call: ({ accountId }) => ({
      method: 'GET',
      path: `/a/${accountId}/${anyCode()}`,
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36' },
    }),
  },
  {
    name: 'conversions',
    title: 'POST /programs/conversions, each a new commission',
    call: (_, serial) => ({
      method: 'POST',
      path: '/api/v1/programs/conversions',
      body: {
        checkoutSessionId: `bench-sale-${serial}`,
        customerId: `bench-buyer-${serial}`,
        customerEmail: `buyer-${serial}@example.com`,
        code: anyCode(),
        amount: 250_000,
        currency: 'IDR',
      },
    }),
  },
];

const TERMS = {
  name: 'Bench',
  commission: TEN_PERCENT,
  customerDiscount: null,
  attributionWindowDays: 30,
  holdDays: 30,
  minPayout: 0,
  newCustomersOnly: false,
  terms: null,
};

const INSERT_AFFILIATES = `
  INSERT INTO "Collaboration" ("accountId", kind, "programId", name, email, "socialHandles", status, terms, "linkCode", "acceptedAt", "createdAt", "updatedAt")
  SELECT $1, 'affiliate', $2, 'Affiliate ' || n, 'affiliate-' || n || '@creators.example', '{}', 'active', $4::jsonb, code, $5::timestamptz, $5::timestamptz, $5::timestamptz
  FROM unnest($3::text[]) WITH ORDINALITY AS given (code, n)`;

async function prepare(databaseUrl: string, { accountId }: World): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const programId = await makeProgram(database, accountId);
    await database.pool.query(INSERT_AFFILIATES, [accountId, programId, codes, JSON.stringify(TERMS), new Date()]);
    // What autovacuum would do a minute later, in the middle of a measurement.
    await database.pool.query('VACUUM ANALYZE "Collaboration", "Program", "Commission", "ProgramClick"');
    await database.pool.query('CHECKPOINT');
  } finally {
    await database.close();
  }
}

export const programs: Suite = { floor: 'programs.floor.ts', measurements, prepare };
