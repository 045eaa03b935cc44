/** The merchant's actions on discount codes (docs/contract/discount-codes.md): create, find, change, archive. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb, type WorkspaceTx } from '@/server/platform/db/workspace';
import { violates } from '@/server/platform/db/violations';
import { AppError, foreignCampaign, invalid } from '@/server/platform/errors';
import { resolveSegments } from '@/server/modules/audience/audience-segments/resolve';
import { effectivePlan, readEffectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import type { Plan } from '@/server/modules/account/billing/plans';
import { ANYBODY, applyDiscount } from '@/server/modules/offers/discount-codes/arithmetic';
import {
  codeColumns,
  presentCode,
  storedFields,
  type DiscountCodeRow,
} from '@/server/modules/offers/discount-codes/rows';
import { isCounted } from '@/server/platform/lib/is-counted';
import type {
  CreateInput,
  DiscountCode,
  DiscountCodeWithRevenue,
  PreviewInput,
  UpdateInput,
  Validation,
} from '@/server/modules/offers/discount-codes/schema';

const findCode = workspaceStatement<DiscountCodeRow, [id: string]>(
  'discount-codes.find',
  `SELECT ${codeColumns('d')} FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id = $2`,
  { isBrief: true },
);

export const lockCode = workspaceStatement<DiscountCodeRow, [id: string]>(
  'discount-codes.lock',
  `SELECT ${codeColumns('d')} FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id = $2 FOR NO KEY UPDATE`,
);

/** @throws AppError NOT_FOUND */
async function get(db: WorkspaceDb, id: string): Promise<DiscountCode> {
  const [row] = await db.rows(findCode, id);
  return presentCode(orNotFound(row));
}

type Amounts = Record<string, number>;

export type RowWithRevenue = DiscountCodeRow & {
  revenueByCurrency: Amounts | null;
  revenueDiscountByCurrency: Amounts | null;
};

/**
 * Reads a code with its revenue. Sums are float8, as on the code's page (redemptions.ts), and come from an index of
 * their own.
 */
const findWithRevenue = workspaceStatement<RowWithRevenue, [id: string]>(
  'discount-codes.find-with-revenue',
  `SELECT ${codeColumns('d')}, b.revenue AS "revenueByCurrency", b.share AS "revenueDiscountByCurrency"
    FROM "DiscountCode" d
   CROSS JOIN LATERAL (
     SELECT jsonb_object_agg(p.currency, p.revenue) AS revenue, jsonb_object_agg(p.currency, p.share) AS share FROM (
       SELECT r.currency, sum(r."orderTotal")::float8 AS revenue,
         sum(r."appliedAmount" + r."appliedShipping")::float8 AS share FROM "DiscountRedemption" r
       WHERE d."redemptionCount" > 0 AND r."accountId" = ${THIS_WORKSPACE} AND r."discountCodeId" = d.id
         AND r."orderTotal" IS NOT NULL AND ${isCounted('r')} GROUP BY r.currency) p) b
   WHERE d."accountId" = $1 AND d.id = $2`,
);

/** Presents a single code; also used by the floor of its benchmark. */
export const presentWithRevenue = ({
  revenueByCurrency,
  revenueDiscountByCurrency,
  ...code
}: RowWithRevenue): DiscountCodeWithRevenue => ({
  ...presentCode(code),
  ...(revenueByCurrency !== null && { revenueByCurrency }),
  ...(revenueDiscountByCurrency !== null && { revenueDiscountByCurrency }),
});

/** Returns a code with its revenue, as far as redeem was given order totals. @throws AppError NOT_FOUND */
export async function getWithRevenue(db: WorkspaceDb, id: string): Promise<DiscountCodeWithRevenue> {
  const [row] = await db.rows(findWithRevenue, id);
  return presentWithRevenue(orNotFound(row));
}

type Rule = Pick<DiscountCode, 'type' | 'value' | 'scope' | 'productIds' | 'tagFilter' | 'startsAt' | 'expiresAt'>;

/**
 * Checks the rules between the fields of a code to be stored.
 * @throws AppError INVALID_VALUE, INVALID_SCOPE, VALIDATION
 */
export function requireValidRule(rule: Rule): void {
  if (!Number.isSafeInteger(rule.value) || rule.value < 1)
    throw new AppError('INVALID_VALUE', { message: 'The value must be a whole number above 0.' });
  const isPercent = rule.type === 'percent' || rule.type === 'shipping_percent';
  if (isPercent && rule.value > 100)
    throw new AppError('INVALID_VALUE', { message: 'A percentage must be from 1 to 100.' });
  if (rule.scope === 'products' && rule.productIds.length === 0)
    throw new AppError('INVALID_SCOPE', { message: 'The scope products needs at least one product in productIds.' });
  if (rule.scope === 'tags' && rule.tagFilter.length === 0)
    throw new AppError('INVALID_SCOPE', { message: 'The scope tags needs at least one tag in tagFilter.' });
  if (rule.startsAt !== null && rule.expiresAt !== null && rule.startsAt >= rule.expiresAt)
    throw invalid('expiresAt', 'must be after startsAt');
}

/** Turns the database's refusal into an error that the client should read. */
function refused(error: unknown): unknown {
  if (violates(error, 'DiscountCode_code_key')) return new AppError('CODE_EXISTS');
  if (violates(error, 'DiscountCode_accountId_marketingCampaignId_fkey')) {
    return foreignCampaign();
  }
  return error;
}

/** Runs in the transaction that made a code active: the trigger's row lock on the tally makes the count exact. */
export async function requireRoom(tx: WorkspaceTx, plan: Plan): Promise<void> {
  const tally = await tx.prisma.discountCodeTally.findUnique({ where: { accountId: tx.accountId } });
  requireWithinLimit(plan, 'discountCodes', tally?.activeManual ?? 0);
}

/** The values that create stores for fields that are not sent. */
export const DEFAULTS = {
  description: null,
  scope: 'cart' as const,
  productIds: [],
  tagFilter: [],
  minPurchaseAmount: null,
  maxUsesTotal: null,
  maxUsesPerCustomer: null,
  startsAt: null,
  expiresAt: null,
  active: true,
  public: false,
  marketingCampaignId: null,
  eligibility: null,
};

/** @throws AppError VALIDATION for a segment that is archived or not of the workspace */
export async function requireSegment(
  db: WorkspaceDb,
  { eligibility }: Pick<CreateInput, 'eligibility'>,
): Promise<void> {
  const segmentId = eligibility?.segmentId ?? null;
  if (segmentId !== null && (await resolveSegments(db, [segmentId])).length === 0)
    throw invalid('eligibility.segmentId', 'does not name an active segment of this workspace');
}

/** @throws AppError INVALID_VALUE, INVALID_SCOPE, VALIDATION, CODE_EXISTS, PLAN_LIMIT */
export async function create(db: WorkspaceDb, input: CreateInput): Promise<DiscountCode> {
  const data = { ...DEFAULTS, ...input };
  requireValidRule(data);
  await requireSegment(db, data);
  const plan = data.active ? await effectivePlan(db) : null;
  try {
    return await db.prismaTransaction(async (tx) => {
      const row = await tx.prisma.discountCode.create({
        data: { accountId: tx.accountId, ...storedFields(data), createdAt: tx.now, updatedAt: tx.now },
      });
      if (plan !== null) await requireRoom(tx, plan);
      await tx.audit({
        action: 'discount_code.create',
        targetType: 'discount_code',
        targetId: row.id,
        data: { code: row.code },
      });
      return presentCode(row);
    });
  } catch (error) {
    throw refused(error);
  }
}

/**
 * Returns the discount of an unsaved code on a cart, with the rules and arithmetic of validate.
 * @throws AppError INVALID_VALUE, INVALID_SCOPE, VALIDATION
 */
export function preview(now: Date, { draft, cart }: PreviewInput): Validation {
  const rule = { ...DEFAULTS, ...draft };
  requireValidRule(rule);
  const outcome = applyDiscount({ ...rule, redemptionCount: 0 }, cart, ANYBODY, now);
  return { valid: outcome.reason === undefined, ...outcome };
}

/** Changes the fields that are sent. @throws AppError as create, and NOT_FOUND */
export async function update(db: WorkspaceDb, { id, ...changes }: UpdateInput): Promise<DiscountCode> {
  if (Object.keys(changes).length === 0) return await get(db, id);
  const activates = (before: Pick<DiscountCode, 'active' | 'source'>): boolean =>
    changes.active === true && !before.active && before.source === 'manual';
  await requireSegment(db, changes);
  const plan = changes.active === true && activates(await get(db, id)) ? await effectivePlan(db) : null;
  try {
    return await db.prismaTransaction(async (tx) => {
      const before = presentCode(orNotFound((await tx.rows(lockCode, id))[0]));
      requireValidRule({ ...before, ...changes });
      const row = await tx.prisma.discountCode.update({
        where: { accountId_id: { accountId: tx.accountId, id } },
        data: { ...storedFields(changes), updatedAt: tx.now },
      });
      if (activates(before)) await requireRoom(tx, plan ?? (await readEffectivePlan(tx)));
      await tx.audit({
        action: 'discount_code.update',
        targetType: 'discount_code',
        targetId: id,
        data: { code: row.code, changed: Object.keys(changes) },
      });
      return presentCode(row);
    });
  } catch (error) {
    throw refused(error);
  }
}

/** Deactivates a code; its row stays. A repeat changes and records nothing. @throws AppError NOT_FOUND */
export async function archive(db: WorkspaceDb, id: string): Promise<{ id: string; active: false }> {
  return await db.prismaTransaction(async (tx) => {
    const [row] = await tx.prisma.discountCode.updateManyAndReturn({
      where: { id, active: true },
      data: { active: false, updatedAt: tx.now },
    });
    if (row === undefined) {
      orNotFound((await tx.rows(findCode, id))[0]);
    } else {
      await tx.audit({
        action: 'discount_code.archive',
        targetType: 'discount_code',
        targetId: id,
        data: { code: row.code },
      });
    }
    return { id, active: false };
  });
}
