/**
 * Integrations over the plan's limit (docs/contract/integrations.md#plan): they pause, and none of their data is
 * deleted.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';

const findBeyond = workspaceStatement<{ id: string }, [limit: number]>(
  'integrations.beyond-plan',
  `SELECT i.id FROM "Integration" i WHERE i."accountId" = $1 AND i.status = 'active'
    ORDER BY i."activatedAt", i.id OFFSET $2::int`,
);

/** Returns the ids of the integrations over the limit; the oldest are within. */
export async function integrationsOverLimit(db: Pick<WorkspaceDb, 'rows' | 'now'>): Promise<ReadonlySet<string>> {
  const { integrations } = await readEffectivePlan(db);
  if (integrations === -1) return new Set();
  return new Set((await db.rows(findBeyond, integrations)).map(({ id }) => id));
}
