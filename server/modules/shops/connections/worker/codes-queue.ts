/**
 * The durable queue of codes on their way to shops: rows of IntegrationCode that have a dueAt. A claim is a lease, as
 * in queue.ts. While one code of a shop is claimed, no other code of the shop is, so that each shop gets one at a time.
 */
import type { Pool } from 'pg';
import type { IntegrationCode } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { firstOfEach } from '@/server/platform/engine/lease';

export type ClaimedCode = IntegrationCode;

/**
 * Claims the code that waited longest in each shop, from the shops that waited longest. If two workers want a code, one
 * gets it.
 */
const CLAIM = {
  name: 'shops.claim-codes',
  text: `WITH RECURSIVE ${firstOfEach('IntegrationCode', ['accountId', 'integrationId'], 'dueAt')},
    shop AS (
      SELECT f."accountId", f."integrationId" FROM first f
        WHERE f.at <= $1 AND f."integrationId" <> ALL ($2::text[]) AND NOT EXISTS (
        SELECT FROM "IntegrationCode" o WHERE o."accountId" = f."accountId" AND o."integrationId" = f."integrationId"
          AND o."claimedBy" IS NOT NULL AND o."dueAt" > $1)
      ORDER BY f.at LIMIT $3::int),
    due AS (
      SELECT c."accountId", c."integrationId", c."discountCodeId" FROM shop s
      CROSS JOIN LATERAL (
        SELECT h."discountCodeId" FROM "IntegrationCode" h
          WHERE h."accountId" = s."accountId" AND h."integrationId" = s."integrationId" AND h."dueAt" <= $1
          ORDER BY h."dueAt" LIMIT 1) h
      JOIN "IntegrationCode" c ON c."accountId" = s."accountId" AND c."integrationId" = s."integrationId"
        AND c."discountCodeId" = h."discountCodeId" AND c."dueAt" <= $1
      FOR NO KEY UPDATE OF c SKIP LOCKED)
    UPDATE "IntegrationCode" c SET "claimedBy" = $4, "dueAt" = $5
    FROM due WHERE c."accountId" = due."accountId" AND c."integrationId" = due."integrationId"
      AND c."discountCodeId" = due."discountCodeId"
    RETURNING ${columnsOf('IntegrationCode', 'c')}`,
};

/** @param busy integrations of which this worker has a code */
export async function claimCodes(
  pool: Pool,
  {
    worker,
    now,
    leaseMs,
    busy,
    limit,
  }: { worker: string; now: Date; leaseMs: number; busy: readonly string[]; limit: number },
): Promise<ClaimedCode[]> {
  const values = [now, busy, limit, worker, new Date(now.getTime() + leaseMs)];
  return (await pool.query<ClaimedCode>({ ...CLAIM, values })).rows;
}
