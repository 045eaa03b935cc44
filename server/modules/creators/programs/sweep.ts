/** Time-based changes to commissions and clicks, over all workspaces (docs/contract/programs.md#decisions). */
import type { Database } from '@/server/platform/db/client';
import { keptSince } from '@/server/platform/lib/retention';

const BATCH = 1_000;

type Pool = Pick<Database, 'pool'>;

/**
 * Makes due commissions payable. Skips rows that somebody decides at this moment. A commission whose order the referral
 * program has rewarded meanwhile is held, unless a person has approved it.
 */
const RIPEN = `
  WITH due AS (
    SELECT c."accountId", c.id, c."decidedBy" IS NULL AND EXISTS (
      SELECT FROM "ReferralAttribution" r
        WHERE r."accountId" = c."accountId" AND r."qualifyingCheckoutSessionId" = c."checkoutSessionId"
        AND r.status = 'rewarded') AS "isReferred"
    FROM "Commission" c WHERE c.status = 'pending' AND c."releaseAt" <= $1 ORDER BY c."releaseAt"
      LIMIT ${BATCH} FOR NO KEY UPDATE OF c SKIP LOCKED)
  UPDATE "Commission" c SET status = CASE WHEN d."isReferred" THEN 'held' ELSE 'approved' END,
    flags = CASE WHEN d."isReferred" THEN c.flags || '[{"flag": "also_referred", "evidence": {}}]'::jsonb
      ELSE c.flags END, "updatedAt" = $1
  FROM due d WHERE c."accountId" = d."accountId" AND c.id = d.id`;

/** Runs a statement that handles one batch, until no row is left. @returns the number of rows handled */
async function inBatches({ pool }: Pool, name: string, text: string, values: unknown[]): Promise<number> {
  let done = 0;
  for (;;) {
    const { rowCount } = await pool.query({ name, text, values });
    done += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return done;
  }
}

/** @returns how many commissions changed their status */
export const ripen = (database: Pool, now: Date): Promise<number> =>
  inBatches(database, 'programs.ripen', RIPEN, [now]);

/** Deletes old clicks; the affiliate's total still counts them. */
const FORGET_CLICKS = `
  WITH old AS (SELECT k."accountId", k.id FROM "ProgramClick" k WHERE k."clickedAt" < $1 LIMIT ${BATCH}
    FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM "ProgramClick" k USING old o WHERE k."accountId" = o."accountId" AND k.id = o.id
      RETURNING k."accountId", k."collaborationId"),
    counted AS (
      UPDATE "Collaboration" c SET clicks = c.clicks + g.clicks
        FROM (SELECT "accountId", "collaborationId", count(*)::int AS clicks FROM gone GROUP BY 1, 2) g
      WHERE c."accountId" = g."accountId" AND c.id = g."collaborationId")
  SELECT 1 FROM gone`;
const forgetHash = (table: string, at: string): string =>
  `UPDATE "${table}" t SET "networkHash" = NULL
    WHERE ctid IN (SELECT o.ctid FROM "${table}" o WHERE o."networkHash" IS NOT NULL AND o."${at}" < $1 LIMIT ${BATCH})`;

export async function sweepClicks(database: Pool, now: Date): Promise<{ clicks: number; hashes: number }> {
  const clicks = await inBatches(database, 'programs.forget-clicks', FORGET_CLICKS, [keptSince('clicks', now)]);
  let hashes = 0;
  for (const [table, at] of [
    ['ProgramClick', 'clickedAt'],
    ['Commission', 'createdAt'],
    ['Application', 'createdAt'],
  ] as const)
    hashes += await inBatches(database, `programs.forget-hashes.${table}`, forgetHash(table, at), [
      keptSince('networks', now),
    ]);
  return { clicks, hashes };
}
