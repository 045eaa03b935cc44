/** The referral requests that a shop sends most: a click on a link, and the fulfil of a paid checkout. */
import { openDatabase } from '@/server/platform/db/client';
import { makeLinkCode } from '@/server/modules/offers/referrals/codes';
import { makeReferralProgram } from '@/server/testing/factories/offers';
import type { Measurement, Suite } from './lib/measurement';
import type { World } from './lib/world';

const PATH = '/api/v1/referrals';

const LINKS = 20_000;
/** Each is fulfilled once, so there are as many as requests that reward. */
const ATTRIBUTIONS = 200_000;

/** Their codes; made again, they are the same ones for the client. */
const codes = [...new Set(Array.from({ length: LINKS }, makeLinkCode))];
const codeOf = (n: number): string => codes[n % codes.length] as string;
const SESSION = 'bench-checkout-';

let fulfilled = 0;
function nextSession(): string {
  if (++fulfilled > ATTRIBUTIONS)
    throw new Error(`More than ${ATTRIBUTIONS} fulfils: make bench/referrals.ts prepare more attributions.`);
  return SESSION + String(fulfilled);
}

const measurements: Measurement[] = [
  {
    name: 'click',
    title: 'POST links/click, links at random',
    call: (world) => ({
      method: 'POST',
      path: `${PATH}/links/click`,
      body: { accountId: world.accountId, code: codeOf(Math.floor(Math.random() * codes.length)) },
    }),
  },
  {
    name: 'click-hot',
    title: 'POST links/click, one hot link',
    call: (world) => ({
      method: 'POST',
      path: `${PATH}/links/click`,
      body: { accountId: world.accountId, code: codeOf(0) },
    }),
  },
  {
    name: 'fulfill',
    title: 'POST attributions/fulfill, each rewarded with two codes',
    call: (world) => ({
      method: 'POST',
      path: `${PATH}/attributions/fulfill`,
      body: {
        accountId: world.accountId,
        checkoutSessionId: nextSession(),
        status: 'completed',
        currency: 'IDR',
        amount: 250_000,
      },
    }),
  },
];

const INSERT_LINKS = `
  INSERT INTO "ReferralLink" ("accountId", "programId", "customerId", code, signups, "createdAt")
  SELECT $1, $2, 'referrer-' || n, code, ${ATTRIBUTIONS / LINKS}, $4::timestamptz FROM unnest($3::text[]) WITH ORDINALITY AS given (code, n)`;

/** In parts, for a statement of a pool ends after seconds. */
const PART = 20_000;
const INSERT_ATTRIBUTIONS = `
  INSERT INTO "ReferralAttribution" ("accountId", "programId", "linkId", "referrerCustomerId", "refereeCustomerId", "qualifyingCheckoutSessionId", "externalRef", "expiresAt", "createdAt", "updatedAt")
  SELECT $1, l."programId", l.id, l."customerId", 'referee-' || n, '${SESSION}' || n, 'referee-' || n, $2::timestamptz + interval '30 days', $2, $2
  FROM generate_series($4::int, $4::int + ${PART - 1}) AS n JOIN "ReferralLink" l ON l."accountId" = $1 AND l."customerId" = 'referrer-' || 1 + n % $3::int`;

const CLAIM_SESSIONS = `
  INSERT INTO "ReferralCheckout" ("checkoutSessionId", "accountId", "attributionId")
  SELECT a."qualifyingCheckoutSessionId", $1, a.id FROM "ReferralAttribution" a WHERE a."accountId" = $1 AND a."qualifyingCheckoutSessionId" IN (SELECT '${SESSION}' || n FROM generate_series($2::int, $2::int + ${PART - 1}) AS n)`;

async function prepare(databaseUrl: string, { accountId }: World): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const at = new Date();
    const { id: programId } = await makeReferralProgram(database, accountId);
    await database.pool.query(INSERT_LINKS, [accountId, programId, codes, at]);
    for (let first = 1; first <= ATTRIBUTIONS; first += PART) {
      await database.pool.query(INSERT_ATTRIBUTIONS, [accountId, at, codes.length, first]);
      await database.pool.query(CLAIM_SESSIONS, [accountId, first]);
    }
    // What autovacuum would do a minute later, in the middle of a measurement.
    await database.pool.query(
      'VACUUM ANALYZE "ReferralLink", "ReferralAttribution", "ReferralCheckout", "ReferralProgram"',
    );
    await database.pool.query('CHECKPOINT');
  } finally {
    await database.close();
  }
}

export const referrals: Suite = { floor: 'referrals.floor.ts', measurements, prepare };
