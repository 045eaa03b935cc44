/** Decisions of a person about commissions (docs/contract/programs.md#decisions). */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { holdCollaborations } from '@/server/modules/creators/collaborations/rows';
import { commissionColumns, type CommissionRow } from '@/server/modules/creators/programs/commission-rows';
import type { Decided } from '@/server/modules/creators/programs/commissions-schema';
import type { CommissionStatus, Undecided } from '@/server/modules/creators/programs/vocabulary';

const findWhose = workspaceStatement<{ collaborationId: string }, [ids: readonly string[]]>(
  'programs.whose',
  `SELECT DISTINCT c."collaborationId" FROM "Commission" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);
const lock = workspaceStatement<CommissionRow, [ids: readonly string[]]>(
  'programs.lock-commissions',
  `SELECT ${commissionColumns('c')} FROM "Commission" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])
    ORDER BY c.id FOR NO KEY UPDATE`,
);
const write = workspaceStatement<
  never,
  [id: string, status: CommissionStatus, decidedBy: string | null, note: string | null, now: Date]
>(
  'programs.decide',
  `UPDATE "Commission" c SET status = $3, before = NULL, "decidedBy" = $4, note = coalesce($5, c.note),
    "updatedAt" = $6::timestamptz WHERE c."accountId" = $1 AND c.id = $2`,
);

type Decision = (row: CommissionRow, now: Date) => CommissionStatus | Exclude<Undecided, 'NOT_FOUND'>;

const approval: Decision = ({ status, before, releaseAt }, now) => {
  if (status === 'pending') return 'approved';
  if (status !== 'held') return 'BAD_STATE';
  if (before !== null) return 'SUSPENDED';
  return releaseAt !== null && releaseAt > now ? 'pending' : 'approved';
};
const refusal: Decision = ({ status }) => (status === 'held' ? 'declined' : 'BAD_STATE');

async function decide(
  tx: StatementTx,
  ids: readonly string[],
  { decision, verb, note }: { decision: Decision; verb: 'approve' | 'decline'; note: string | null },
): Promise<Decided> {
  const whose = await tx.rows(findWhose, ids);
  await holdCollaborations(tx, whose.map(({ collaborationId }) => collaborationId).sort());
  const rows = new Map((await tx.rows(lock, ids)).map((row) => [row.id, row]));
  const decided: Decided = { changed: [], skipped: [] };
  for (const id of new Set(ids)) {
    const row = rows.get(id);
    const outcome = row === undefined ? 'NOT_FOUND' : decision(row, tx.now);
    if (outcome === 'NOT_FOUND' || outcome === 'BAD_STATE' || outcome === 'SUSPENDED') {
      decided.skipped.push({ id, reason: outcome });
      continue;
    }
    await tx.rows(write, id, outcome, tx.actor.id, note, tx.now);
    await tx.audit({
      action: `commission.${verb}`,
      targetType: 'commission',
      targetId: id,
      data: { status: outcome, collaborationId: row?.collaborationId ?? null },
    });
    decided.changed.push(id);
  }
  return decided;
}

/**
 * Approves commissions. Pending ones are approved at once; held ones go back to waiting, if their waiting time is not
 * over.
 */
export const approve = (db: WorkspaceDb, ids: readonly string[], note: string | null): Promise<Decided> =>
  db.transaction((tx) => decide(tx, ids, { decision: approval, verb: 'approve', note }));

/** Declines held commissions only. */
export const decline = (db: WorkspaceDb, ids: readonly string[], reason: string): Promise<Decided> =>
  db.transaction((tx) => decide(tx, ids, { decision: refusal, verb: 'decline', note: reason }));
