/** Validate (docs/contract/discount-codes.md#validate): read-only, one statement. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { readingsOf } from '@/server/platform/lib/text';
import { applyDiscount } from '@/server/modules/offers/discount-codes/arithmetic';
import { explain, unexplained } from '@/server/modules/offers/discount-codes/explain';
import { setAside, usageOf, type SetAside } from '@/server/modules/offers/discount-codes/usage';
import { codeColumns, presentCode, type DiscountCodeRow } from '@/server/modules/offers/discount-codes/rows';
import type { ValidateInput, Validation } from '@/server/modules/offers/discount-codes/schema';

type Found = DiscountCodeRow & SetAside & { uses: number };

/**
 * Probes of DiscountCode_code_key, of a primary key and, where the code has caps, of the holds, whatever the planner
 * believes.
 */
const findByCode = workspaceStatement<
  Found,
  [code: string, customerId: string | null, checkoutSessionId: string | null, now: Date]
>(
  'discount-codes.find-by-code',
  `SELECT ${codeColumns('d')}, coalesce(u.uses, 0) AS uses, ${setAside({ session: '$4', customer: '$3', now: '$5' })}
   FROM "DiscountCode" d
   LEFT JOIN "DiscountCustomerUse" u ON u."accountId" = $1 AND u."discountCodeId" = d.id AND u."customerId" = $3
   WHERE d."accountId" = $1 AND lower(d.code) = lower($2)`,
  { isBrief: true },
);

/** Returns the discount of the code on the cart; every refusal is an answer, not an error. */
export async function validate(db: WorkspaceDb, input: ValidateInput): Promise<Validation> {
  const customerId = input.customerId ?? null;
  let found: Found | undefined;
  for (const code of readingsOf(input.code))
    found ??= (await db.rows(findByCode, code, customerId, input.checkoutSessionId ?? null, db.now))[0];
  if (found === undefined)
    return {
      valid: false,
      reason: 'NOT_FOUND',
      discountAmount: 0,
      discountShipping: 0,
      ...(input.explain === true && { explain: unexplained(input) }),
    };
  const { uses, held, heldByCustomer, isBatchSpent, ...row } = found;
  const code = presentCode(row);
  const counted = { uses, held, heldByCustomer, isBatchSpent };
  const usage = await usageOf(db, row, counted, { customerId, email: input.customerEmail ?? null });
  const outcome = applyDiscount(code, input, usage, db.now);
  return {
    valid: outcome.reason === undefined,
    ...outcome,
    code,
    ...(input.explain === true && { explain: explain(code, input, usage, db.now, outcome.discountAmount) }),
  };
}
