/**
 * The durable queue of runs: rows of IntegrationRun that have a dueAt. A claim is a lease that moves dueAt on. When a
 * worker is killed and the lease expires, any worker can claim the run, and continues after the last committed page.
 */
import type { Pool } from 'pg';
import type { IntegrationRun } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';

/** The duration of a claim, in milliseconds; each page that is written renews it. */
export const LEASE_MS = 60_000;

export type ClaimedRun = IntegrationRun;

/**
 * Claims one run of an integration at a time, in the order in which they were queued; the workspace that waited longest
 * comes first. A run of codes neither blocks other runs nor waits for them, because it reads nothing and mostly waits.
 */
const CLAIM = {
  name: 'shops.claim',
  text: `WITH due AS (
      SELECT r."accountId", r.id FROM "IntegrationRun" r
      JOIN "Integration" i ON i."accountId" = r."accountId" AND i.id = r."integrationId" AND i.status = 'active'
      WHERE r."dueAt" <= $1 AND r."integrationId" <> ALL ($2::text[]) AND NOT EXISTS (
        SELECT FROM "IntegrationRun" e WHERE e."accountId" = r."accountId" AND e."integrationId" = r."integrationId"
          AND e."dueAt" IS NOT NULL
          AND (e.resource = 'codes') = (r.resource = 'codes') AND (e."createdAt", e.id) < (r."createdAt", r.id))
      ORDER BY r."dueAt" LIMIT $3::int FOR NO KEY UPDATE OF r SKIP LOCKED)
    UPDATE "IntegrationRun" r SET status = 'running', "claimedBy" = $4, "dueAt" = $5,
      "startedAt" = coalesce(r."startedAt", $1), "updatedAt" = $1
    FROM due WHERE r."accountId" = due."accountId" AND r.id = due.id RETURNING ${columnsOf('IntegrationRun', 'r')}`,
};

/** @param busy integrations of which this worker has a run */
export async function claim(
  pool: Pool,
  {
    worker,
    now,
    leaseMs,
    busy,
    limit,
  }: { worker: string; now: Date; leaseMs: number; busy: readonly string[]; limit: number },
): Promise<ClaimedRun[]> {
  const values = [now, busy, limit, worker, new Date(now.getTime() + leaseMs)];
  return (await pool.query<ClaimedRun>({ ...CLAIM, values })).rows;
}
