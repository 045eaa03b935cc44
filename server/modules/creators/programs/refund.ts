/** The part of a commission that is taken back when its order is refunded (docs/contract/programs.md#refunds). */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import { holdCollaborations } from '@/server/modules/creators/collaborations/rows';
import { commissionOf } from '@/server/modules/creators/programs/arithmetic';
import { commissionColumns, type CommissionRow } from '@/server/modules/creators/programs/commission-rows';
import type { Voided } from '@/server/modules/creators/programs/commissions-schema';

const findWhose = workspaceStatement<{ collaborationId: string }, [session: string]>(
  'programs.whose-session',
  `SELECT c."collaborationId" FROM "Commission" c
    WHERE c."accountId" = $1 AND c."checkoutSessionId" = $2 AND c.kind = 'sale'`,
);
/** Locks the sale's commission first, then its clawbacks. */
const lockLines = workspaceStatement<CommissionRow, [session: string]>(
  'programs.lock-session',
  `SELECT ${commissionColumns('c')} FROM "Commission" c WHERE c."accountId" = $1 AND c."checkoutSessionId" = $2
    ORDER BY c.kind DESC, c."refundedAmount", c.id FOR NO KEY UPDATE`,
);
const lower = workspaceStatement<never, [id: string, refundedAmount: number, amount: number, now: Date]>(
  'programs.lower',
  `UPDATE "Commission" c SET "refundedAmount" = $3::bigint, amount = $4::bigint, status = CASE
    WHEN $4::bigint = 0 THEN 'voided' ELSE c.status END,
     before = CASE WHEN $4::bigint = 0 THEN NULL ELSE c.before END, "updatedAt" = $5::timestamptz
   WHERE c."accountId" = $1 AND c.id = $2`,
);
const clawBack = workspaceStatement<{ id: string }, [ofId: string, refundedAmount: number, amount: number, now: Date]>(
  'programs.claw-back',
  `INSERT INTO "Commission" ("accountId", "programId", "collaborationId", kind, "ofCommissionId", "checkoutSessionId",
    "orderAmount", "refundedAmount", amount, currency, status, flags, terms, "externalSource", "externalRef",
    "occurredAt", "createdAt", "updatedAt")
   SELECT $1, c."programId", c."collaborationId", 'clawback', c.id, c."checkoutSessionId", c."orderAmount", $3::bigint,
     $4::bigint, c.currency, 'approved', '[]', c.terms, c."externalSource", c."externalRef", $5::timestamptz,
     $5::timestamptz, $5::timestamptz
   FROM "Commission" c WHERE c."accountId" = $1 AND c.id = $2 RETURNING id`,
);

const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);

/**
 * Takes back commission for a refund. Safe to repeat and in any order, because only the largest refund that was
 * reported counts.
 * @param refunded all refunds so far; null: everything
 */
export async function refund(tx: StatementTx, session: string, refunded: number | null): Promise<Voided> {
  const [whose] = await tx.rows(findWhose, session);
  if (whose === undefined) return { voided: false, reason: 'no_commission' };
  await holdCollaborations(tx, [whose.collaborationId]);
  const [sale, ...clawbacks] = await tx.rows(lockLines, session);
  if (sale === undefined) throw new Error('A commission is gone.');
  const standing = clawbacks.reduce((sum, { amount }) => sum + toNumber(amount), toNumber(sale.amount));
  if (sale.status === 'voided' || sale.status === 'declined' || standing === 0)
    return { voided: false, reason: 'already_voided' };

  const orderAmount = toNumber(sale.orderAmount);
  const known = most([sale, ...clawbacks].map(({ refundedAmount }) => toNumber(refundedAmount)));
  const reported = Math.min(refunded ?? orderAmount, orderAmount);
  const last = clawbacks.at(-1)?.id ?? null;
  if (reported <= known) return { voided: true, commissionId: sale.id, amount: 0, clawbackId: last };
  const amount = commissionOf(sale.terms, orderAmount - reported);
  if (sale.statementId === null && sale.status !== 'paid' && clawbacks.length === 0) {
    await tx.rows(lower, sale.id, reported, amount, tx.now);
    return { voided: true, commissionId: sale.id, amount: standing - amount, clawbackId: null };
  }
  // What is on a statement is not edited. Where a cap or a fixed amount leaves it as it was, nothing is taken back yet.
  if (standing === amount) return { voided: true, commissionId: sale.id, amount: 0, clawbackId: last };
  const made = orNotFound((await tx.rows(clawBack, sale.id, reported, amount - standing, tx.now))[0]);
  return { voided: true, commissionId: sale.id, amount: standing - amount, clawbackId: made.id };
}
