/**
 * The sweep (docs/contract/referrals.md#sweep): expires pending attributions whose window has passed, unless an order
 * came in time and its reward is held. Runs over all workspaces, so only a platform key or the worker may start it.
 */
import type { Database } from '@/server/platform/db/client';

const BATCH = 1_000;

/**
 * SQL that expires attributions; skips rows that another sweep or a fulfilment has locked, because that one decides.
 */
const EXPIRE = `
  WITH due AS (
    SELECT a."accountId", a.id FROM "ReferralAttribution" a
    WHERE a.status = 'pending' AND a."heldAt" IS NULL AND a."expiresAt" <= $1
      AND ($2::text IS NULL OR a."accountId" = $2)
    ORDER BY a."expiresAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  UPDATE "ReferralAttribution" a SET status = 'expired', "updatedAt" = $1 FROM due
  WHERE a."accountId" = due."accountId" AND a.id = due.id AND a.status = 'pending' AND a."heldAt" IS NULL`;

/** @param options.accountId null: of every workspace. @returns how many were expired */
export async function expirePending(
  { pool }: Pick<Database, 'pool'>,
  options: { accountId: string | null; now: Date },
): Promise<number> {
  let expired = 0;
  for (;;) {
    const { rowCount } = await pool.query({
      name: 'referrals.sweep',
      text: EXPIRE,
      values: [options.now, options.accountId],
    });
    expired += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return expired;
  }
}
