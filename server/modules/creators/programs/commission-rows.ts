/** Rows of commissions, as the database has them and as we return them. */
import type { Commission as Row } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { toNumber } from '@/server/platform/lib/money';
import type { Commission, Flagged } from '@/server/modules/creators/programs/commissions-schema';
import type { CommissionTerms } from '@/server/modules/creators/programs/schema';
import type { CommissionKind, CommissionStatus } from '@/server/modules/creators/programs/vocabulary';

export type CommissionRow = Omit<Row, 'kind' | 'status' | 'flags' | 'terms' | 'before'> & {
  kind: CommissionKind;
  status: CommissionStatus;
  flags: Flagged[];
  terms: CommissionTerms;
  /** The commission's state before its collaboration was suspended. */
  before: { status: CommissionStatus; flags: Flagged[] } | null;
};

export const commissionColumns = (alias: string): string => columnsOf('Commission', alias);

export function presentCommission(row: CommissionRow): Commission {
  const { id, accountId, programId, collaborationId, kind, ofCommissionId, checkoutSessionId, currency, status } = row;
  const { flags, releaseAt, statementId, decidedBy, note, createdAt, updatedAt } = row;
  return {
    ...{ id, accountId, programId, collaborationId, kind, ofCommissionId, checkoutSessionId, currency, status, flags },
    orderAmount: toNumber(row.orderAmount),
    refundedAmount: toNumber(row.refundedAmount),
    amount: toNumber(row.amount),
    ...{ releaseAt, statementId, decidedBy, note, createdAt, updatedAt },
  };
}
