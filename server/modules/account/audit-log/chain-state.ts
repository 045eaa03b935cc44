/**
 * The progress of the chain, for the dashboard: read from the rows that wait, whatever the statistics of the tables
 * say.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { found, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { ChainState } from '@/server/modules/account/audit-log/schema';

/** More are not told apart. */
const MOST_WAITING = 100;

const state = workspaceStatement<
  { position: bigint | null; newestAt: Date | null; waiting: number; isBackfilling: boolean },
  [most: number]
>(
  'audit-chain.state',
  `SELECT l.position, coalesce(n."createdAt", e."createdAt") AS "newestAt",
     (SELECT count(*)::int FROM (SELECT FROM "AuditPending" p WHERE p."accountId" = $1 LIMIT $2::int) p) AS waiting,
     EXISTS (SELECT FROM "AuditBackfill" b WHERE b."accountId" = $1) AS "isBackfilling"
   FROM (SELECT $1::text AS "accountId") w
   LEFT JOIN LATERAL (SELECT l.position, l."entryId" FROM "AuditLink" l WHERE l."accountId" = ${THIS_WORKSPACE}
     ORDER BY l.position DESC LIMIT 1) l ON true
   LEFT JOIN LATERAL (SELECT e."createdAt" FROM "AuditEntry" e
     WHERE e."accountId" = ${THIS_WORKSPACE} AND e.id = l."entryId" OFFSET 0) e ON true
   LEFT JOIN LATERAL (
     SELECT r."createdAt" FROM (
       SELECT r."createdAt", r.id FROM "AuditEntry" r WHERE r."accountId" = ${THIS_WORKSPACE}
         ORDER BY r."createdAt" DESC, r.id DESC LIMIT $2::int) r
     WHERE EXISTS (SELECT FROM "AuditLink" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k."entryId" = r.id)
     ORDER BY r."createdAt" DESC LIMIT 1) n ON true`,
  { isBrief: true },
);

/** Costs the same however long the chain is. */
export async function chainState(db: WorkspaceDb): Promise<ChainState> {
  const [row] = await db.rows(state, MOST_WAITING);
  const { position, newestAt, waiting, isBackfilling } = found(row);
  return { entries: Number(position ?? 0n), newestAt, waiting, isBackfilling };
}
