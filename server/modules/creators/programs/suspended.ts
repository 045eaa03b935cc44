/**
 * Commissions of an affiliate while their collaboration is suspended (docs/contract/programs.md#decisions). They are
 * held. A reinstatement restores them as before; when the collaboration ends, those approved before become payable.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

/** Commissions on a statement stay: the statement can be canceled. */
const hold = workspaceStatement<never, [collaborationId: string, now: Date]>(
  'programs.hold-theirs',
  `UPDATE "Commission" c SET status = 'held', before = jsonb_build_object('status', c.status, 'flags', c.flags),
     flags = c.flags || jsonb_build_array(jsonb_build_object('flag', 'suspended', 'evidence', '{}'::jsonb)),
       "updatedAt" = $3::timestamptz
   WHERE c."accountId" = $1 AND c."collaborationId" = $2 AND c.status IN ('pending', 'held', 'approved')
     AND c."statementId" IS NULL AND c.before IS NULL AND c.kind = 'sale'`,
);
const restore = workspaceStatement<never, [collaborationId: string, now: Date]>(
  'programs.restore-theirs',
  `UPDATE "Commission" c SET status = c.before ->> 'status', flags = c.before -> 'flags', before = NULL,
    "updatedAt" = $3::timestamptz
   WHERE c."accountId" = $1 AND c."collaborationId" = $2 AND c.before IS NOT NULL AND c.status = 'held'`,
);

/**
 * Makes approved commissions payable again. All others stay held with their flag, and a person may decide about them.
 */
const letGo = workspaceStatement<never, [collaborationIds: readonly string[], now: Date]>(
  'programs.let-theirs-go',
  `UPDATE "Commission" c SET status = CASE c.before ->> 'status' WHEN 'approved' THEN 'approved' ELSE c.status END,
     flags = CASE c.before ->> 'status' WHEN 'approved' THEN c.before -> 'flags'
       ELSE c.flags END, before = NULL, "updatedAt" = $3::timestamptz
   WHERE c."accountId" = $1 AND c."collaborationId" = ANY ($2::text[]) AND c.before IS NOT NULL AND c.status = 'held'`,
);

/** The collaboration is held by the transaction. */
export async function holdTheirs(tx: StatementTx, collaborationId: string): Promise<void> {
  await tx.rows(hold, collaborationId, tx.now);
}

/** Commissions that were pending and are due by now ripen with the next round. */
export async function restoreTheirs(tx: StatementTx, collaborationId: string): Promise<void> {
  await tx.rows(restore, collaborationId, tx.now);
}

/** Releases commissions of collaborations that end while suspended, because nobody can reinstate them later. */
export async function letTheirsGo(tx: StatementTx, collaborationIds: readonly string[]): Promise<void> {
  if (collaborationIds.length > 0) await tx.rows(letGo, collaborationIds, tx.now);
}
