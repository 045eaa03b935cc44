/** What the database holds, against what was acknowledged and what the vendor got. */
import type pg from 'pg';
import type { Sink } from '@/server/testing/sink';
import type { Load } from './load';

/** How many at a time are looked for. */
const AT_ONCE = 20_000;

/** What of it is not there. */
async function absent(
  pool: pg.Pool,
  text: string,
  accountId: string,
  acknowledged: readonly string[],
): Promise<number> {
  let missing = 0;
  for (let from = 0; from < acknowledged.length; from += AT_ONCE) {
    const part = acknowledged.slice(from, from + AT_ONCE);
    const { rows } = await pool.query<{ found: number }>(text, [accountId, part]);
    missing += part.length - (rows[0]?.found ?? 0);
  }
  return missing;
}

/** How much of what was acknowledged is not in the database. */
export async function lost(pool: pg.Pool, accountId: string, load: Load): Promise<number> {
  // Taken before the database is asked: what comes meanwhile may be there or not.
  const [redeemed, contacts, events] = [[...load.redeemed], [...load.contacts], [...load.events]];
  const parts: [text: string, acknowledged: string[]][] = [
    [
      `SELECT count(*)::int AS found FROM "DiscountRedemption" WHERE "accountId" = $1 AND "checkoutSessionId" = ANY ($2)`,
      redeemed,
    ],
    [`SELECT count(*)::int AS found FROM "Contact" WHERE "accountId" = $1 AND email = ANY ($2)`, contacts],
    [`SELECT count(*)::int AS found FROM "ShopperEvent" WHERE "accountId" = $1 AND id = ANY ($2)`, events],
  ];
  let missing = 0;
  for (const [text, acknowledged] of parts) missing += Math.max(0, await absent(pool, text, accountId, acknowledged));
  return missing;
}

/** How many came more often than once, of all messages. */
export const doubled = (sink: Sink): number => [...sink.counts().values()].filter((count) => count > 1).length;

/** Each is one of these when the load has ended: a sentence, and a query that finds what speaks against it. $1: the workspace. */
const INVARIANTS: readonly [sentence: string, against: string][] = [
  [
    'A checkout session has one redemption.',
    `SELECT 1 FROM "DiscountRedemption" WHERE "accountId" = $1 GROUP BY "checkoutSessionId" HAVING count(*) > 1`,
  ],
  [
    'The count of a code is that of its redemptions.',
    `SELECT 1 FROM "DiscountCode" d WHERE d."accountId" = $1
       AND d."redemptionCount" <> (SELECT count(*) FROM "DiscountRedemption" r WHERE r."accountId" = $1 AND r."discountCodeId" = d.id)`,
  ],
  [
    'The uses of a customer are their redemptions.',
    `SELECT 1 FROM "DiscountCustomerUse" u WHERE u."accountId" = $1
       AND u.uses <> (SELECT count(*) FROM "DiscountRedemption" r WHERE r."accountId" = $1 AND r."discountCodeId" = u."discountCodeId" AND r."customerId" = u."customerId")`,
  ],
  ['An address is one contact.', `SELECT 1 FROM "Contact" WHERE "accountId" = $1 GROUP BY email HAVING count(*) > 1`],
  [
    'The tally of contacts is their number.',
    `SELECT 1 WHERE (SELECT sum(created) FROM "ContactTally" WHERE "accountId" = $1) <> (SELECT count(*) FROM "Contact" WHERE "accountId" = $1)`,
  ],
  ['An event is kept once.', `SELECT 1 FROM "ShopperEvent" WHERE "accountId" = $1 GROUP BY id HAVING count(*) > 1`],
  [
    'A contact has one message of a broadcast.',
    `SELECT 1 FROM "MarketingMessage" WHERE "accountId" = $1 GROUP BY "campaignId", "contactId", provider HAVING count(*) > 1`,
  ],
  [
    'The tally of a broadcast is that of its messages.',
    `SELECT 1 FROM (SELECT "campaignId", status, count(*) AS rows FROM "MarketingMessage" WHERE "accountId" = $1 GROUP BY 1, 2) m
       FULL JOIN (SELECT * FROM "BroadcastTally" WHERE "accountId" = $1 AND messages <> 0) t ON t."broadcastId" = m."campaignId" AND t.status = m.status
       WHERE m.rows IS DISTINCT FROM t.messages`,
  ],
];

/** @returns what does not hold, in words */
export async function contradictions(pool: pg.Pool, accountId: string, load: Load, sink: Sink): Promise<string[]> {
  const found: string[] = [];
  for (const [sentence, against] of INVARIANTS) {
    const { rowCount } = await pool.query(against, [accountId]);
    if (rowCount !== 0) found.push(`${sentence} Not so ${rowCount} times.`);
  }
  for (const [id, rows] of load.imports) {
    const { rows: imports } = await pool.query<{ status: string; made: number; doneRows: number; refused: number }>(
      `SELECT status, created AS made, "doneRows", refused FROM "ContactImport" WHERE "accountId" = $1 AND id = $2`,
      [accountId, id],
    );
    const [ended] = imports;
    if (ended?.status !== 'done' || ended.made !== rows || ended.doneRows !== rows || ended.refused !== 0)
      found.push(`An import of ${rows} rows ended as ${JSON.stringify(ended)}.`);
  }
  const { rows: messages } = await pool.query<{
    id: string;
    status: string;
    provider: string;
    attempts: number;
    lastError: string | null;
  }>(`SELECT id, status, provider, attempts, "lastError" FROM "MarketingMessage" WHERE "accountId" = $1`, [accountId]);
  const counts = sink.counts();
  let [unsent, silent, excess] = [0, 0, 0];
  for (const { id, status, attempts } of messages) {
    const count = counts.get(id) ?? 0;
    if (status !== 'sent') unsent++;
    else if (count === 0) silent++;
    // Only who was in doubt is tried again (4 §G): each time that it came was an attempt.
    if (count > attempts || count > 2) excess++;
  }
  if (unsent > 0) found.push(`${unsent} of ${messages.length} messages did not end as sent.`);
  if (silent > 0) found.push(`${silent} messages are sent and never came.`);
  if (excess > 0) found.push(`${excess} messages came more often than a doubt allows.`);
  return found;
}
