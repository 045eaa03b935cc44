/**
 * Codes that shoppers may see (docs/contract/discount-codes.md#applicable-codes): active, public, and matching the
 * query.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { PublicDb } from '@/server/platform/db/workspace';
import { toNumber, toNumberOrNull } from '@/server/platform/lib/money';
import type { ApplicableInput, DiscountCode } from '@/server/modules/offers/discount-codes/schema';

export type ApplicableCode = Pick<
  DiscountCode,
  'id' | 'code' | 'type' | 'value' | 'currency' | 'scope' | 'minPurchaseAmount' | 'expiresAt'
>;
type Row = Omit<ApplicableCode, 'value' | 'minPurchaseAmount'> & { value: bigint; minPurchaseAmount: bigint | null };

const findApplicable = workspaceStatement<
  Row,
  [currency: string, now: Date, productId: string | null, tags: string[] | null, subtotal: number | null]
>(
  'discount-codes.applicable',
  `SELECT d.id, d.code, d.type, d.value, d.currency, d.scope, d."minPurchaseAmount", d."expiresAt"
   FROM "DiscountCode" d
   WHERE d."accountId" = $1 AND d.public AND d.active AND d.currency = $2 AND d."segmentId" IS NULL
     AND NOT d."firstOrderOnly"
     AND (d."startsAt" IS NULL OR d."startsAt" <= $3) AND (d."expiresAt" IS NULL OR d."expiresAt" >= $3)
     AND (d."maxUsesTotal" IS NULL OR d."redemptionCount" < d."maxUsesTotal")
     AND (d.source <> 'batch' OR NOT EXISTS (SELECT FROM "DiscountBatch" b
       WHERE b."accountId" = $1 AND b.id = d."sourceRefId" AND b.redeemed >= b."totalLimit"))
     AND ($4::text IS NULL OR d.scope <> 'products' OR $4 = ANY(d."productIds"))
     AND ($5::text[] IS NULL OR d.scope <> 'tags' OR d."tagFilter" && $5)
     AND ($6::bigint IS NULL OR d."minPurchaseAmount" IS NULL OR d."minPurchaseAmount" <= $6)
   ORDER BY d.value DESC, d."createdAt" DESC, d.id DESC
   LIMIT 100`,
);

/** Lists codes for a cart, highest value first, at most 100. A filter that is not sent does not apply. */
export async function applicable(db: PublicDb, input: ApplicableInput): Promise<{ items: ApplicableCode[] }> {
  const tags = input.tags
    ?.split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const rows = await db.rows(
    findApplicable,
    input.currency,
    db.now,
    input.productId ?? null,
    tags?.length ? tags : null,
    input.subtotal ?? null,
  );
  return {
    items: rows.map((row) => ({
      ...row,
      value: toNumber(row.value),
      minPurchaseAmount: toNumberOrNull(row.minPurchaseAmount),
    })),
  };
}
