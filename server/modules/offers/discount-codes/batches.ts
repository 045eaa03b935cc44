/**
 * Batches of codes (docs/contract/discount-codes.md#batches): made, listed, exported, ended. mint-batch.ts makes their
 * codes.
 */
import { csvRow } from '@/components/csv/write';
import { cutPage, decodeCursor, NEWEST } from '@/server/platform/db/cursor';
import { columnsOf } from '@/server/platform/db/columns';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { castJson, castStored } from '@/server/platform/db/stored';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { DiscountBatch as BatchRow } from '@/prisma/generated/client';
import { foreignCampaign } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { inPieces } from '@/server/platform/lib/file-in-pieces';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import type {
  BatchCode,
  BatchCodePage,
  BatchCodesInput,
  BatchPage,
  BatchTemplate,
  CreateBatchInput,
  DiscountBatch,
  ListBatchesInput,
} from '@/server/modules/offers/discount-codes/batches-schema';
import { mintBatchJob } from '@/server/modules/offers/discount-codes/jobs';
import { eligibilityOf } from '@/server/modules/offers/discount-codes/rows';
import { isCounted } from '@/server/platform/lib/is-counted';
import { DEFAULTS, requireSegment, requireValidRule } from '@/server/modules/offers/discount-codes/service';

/** Completes a template with defaults; each of its codes can be used once. */
const templateOf = (sent: BatchTemplate) => ({ ...DEFAULTS, maxUsesTotal: 1, ...sent });
type Template = ReturnType<typeof templateOf>;
/** A template as its JSON column stores it: instants are texts. */
export type StoredTemplate = Omit<Template, 'startsAt' | 'expiresAt'> & Record<'startsAt' | 'expiresAt', string | null>;

export const templateIn = ({ template }: Pick<BatchRow, 'template'>): StoredTemplate =>
  castStored<{ of: StoredTemplate }>({ of: template }).of;

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

function present(row: BatchRow): DiscountBatch {
  const { id, name, status, count, minted, redeemed, totalLimit, createdAt, readyAt } = row;
  const { eligibility, startsAt, expiresAt, ...rule } = templateIn(row);
  const { segmentId = null, firstOrderOnly = false } = eligibility ?? {};
  const template = {
    ...rule,
    startsAt: instant(startsAt),
    expiresAt: instant(expiresAt),
    ...eligibilityOf(segmentId, firstOrderOnly),
  };
  const counts = { count, minted, redeemed, totalLimit };
  return castStored({ id, name, status, ...counts, template, createdAt, readyAt });
}

/** @throws AppError PLAN_LIMIT, INVALID_VALUE, INVALID_SCOPE, VALIDATION */
export async function createBatch(
  db: WorkspaceDb,
  { template: sent, ...input }: CreateBatchInput,
): Promise<DiscountBatch> {
  const template = templateOf(sent);
  requireValidRule(template);
  await requireSegment(db, template);
  requireWithinLimit(await effectivePlan(db), 'discountBatches', 1);
  const { marketingCampaignId } = template;
  if (
    marketingCampaignId !== null &&
    (await db.prisma.marketingCampaign.findFirst({ where: { id: marketingCampaignId }, select: { id: true } })) === null
  )
    throw foreignCampaign();
  return await db.prismaTransaction(async (tx) => {
    const row = await tx.prisma.discountBatch.create({
      data: {
        accountId: tx.accountId,
        name: input.name,
        count: input.count ?? null,
        prefix: input.prefix,
        length: input.length,
        totalLimit: input.totalLimit,
        template: castJson(template),
        ...(input.audience !== undefined && { audience: input.audience }),
        createdAt: tx.now,
      },
    });
    await tx.audit({
      action: 'discount_batch.create',
      targetType: 'discount_batch',
      targetId: row.id,
      data: { name: row.name, ...(row.count !== null && { count: row.count }) },
    });
    await enqueue(tx, mintBatchJob, { batchId: row.id });
    return present(row);
  });
}

const pageOfBatches = workspaceStatement<BatchRow, [limit: number, before: string, beforeId: string]>(
  'discount-codes.batches',
  `SELECT ${columnsOf('DiscountBatch', 'b')} FROM "DiscountBatch" b
   WHERE b."accountId" = $1 AND (b."createdAt", b.id) < ($3::timestamptz, $4::text)
     ORDER BY b."createdAt" DESC, b.id DESC LIMIT $2`,
);

/** Newest first. @throws AppError VALIDATION for a forged cursor */
export async function listBatches(db: WorkspaceDb, { limit, cursor }: ListBatchesInput): Promise<BatchPage> {
  const after = cursor === undefined ? NEWEST : decodeCursor(cursor, 'instant');
  const page = cutPage(await db.rows(pageOfBatches, limit + 1, after.key, after.id), limit, (row) => row.createdAt);
  return { data: page.rows.map(present), cursor: page.nextCursor, hasMore: page.hasMore };
}

const findBatch = workspaceStatement<BatchRow, [id: string]>(
  'discount-codes.batch',
  `SELECT ${columnsOf('DiscountBatch', 'b')} FROM "DiscountBatch" b WHERE b."accountId" = $1 AND b.id = $2`,
);

/** @throws AppError NOT_FOUND */
export async function getBatch(db: Pick<WorkspaceDb, 'rows'>, id: string): Promise<DiscountBatch> {
  return present(orNotFound((await db.rows(findBatch, id))[0]));
}

/**
 * Lists a batch's codes by id, which is the order of their creation. Finds the page first, then the details of each
 * code.
 */
const codesStatement = (name: string, filter: string) =>
  workspaceStatement<BatchCode, [batchId: string, after: string, limit: number]>(
    name,
    `SELECT d.id, d.code, d.active, d."redemptionCount", d."contactId", c.email, c."externalRef", u."redeemedAt",
      u."checkoutSessionId"
     FROM (SELECT d.* FROM "DiscountCode" d
       WHERE d."accountId" = $1 AND d.source = 'batch' AND d."sourceRefId" = $2 AND d.id > $3${filter} ORDER BY d.id
       LIMIT $4) d
     LEFT JOIN LATERAL (SELECT k.email, k."externalRef" FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = d."contactId" OFFSET 0) c ON true
     LEFT JOIN LATERAL (SELECT r."redeemedAt", r."checkoutSessionId" FROM "DiscountRedemption" r
       WHERE r."accountId" = ${THIS_WORKSPACE} AND d."redemptionCount" > 0 AND r."discountCodeId" = d.id
         AND ${isCounted('r')} ORDER BY r."redeemedAt", r.id LIMIT 1) u ON true
     ORDER BY d.id`,
  );
const CODES = {
  all: codesStatement('discount-codes.batch-codes', ''),
  unused: codesStatement('discount-codes.batch-codes.unused', ' AND d."redemptionCount" = 0'),
  redeemed: codesStatement('discount-codes.batch-codes.redeemed', ' AND d."redemptionCount" > 0'),
};

/** @throws AppError NOT_FOUND, VALIDATION for a forged cursor */
export async function batchCodes(
  db: WorkspaceDb,
  { id, limit, cursor, state }: BatchCodesInput,
): Promise<BatchCodePage> {
  const after = cursor === undefined ? '' : decodeCursor(cursor, 'text').id;
  await getBatch(db, id);
  const page = cutPage(await db.rows(CODES[state ?? 'all'], id, after, limit + 1), limit, (row) => row.id);
  return { data: page.rows, cursor: page.nextCursor, hasMore: page.hasMore };
}

const PAGE = 5_000;
const FIELDS = ['code', 'email', 'externalRef', 'redeemed', 'redeemedAt', 'checkoutSessionId'] as const;

/**
 * Exports a batch. The file holds codes and people's addresses, so the audit log records who exported it.
 * @param isRead false: only the headers are read, and nobody gets a code
 * @throws AppError NOT_FOUND
 */
export async function exportBatch(
  db: WorkspaceDb,
  id: string,
  { isRead }: { isRead: boolean },
): Promise<AsyncGenerator<string, void>> {
  await db.transaction(async (tx) => {
    const { name } = await getBatch(tx, id);
    if (isRead)
      await tx.audit({ action: 'discount_batch.export', targetType: 'discount_batch', targetId: id, data: { name } });
  });
  return inPieces({
    head: csvRow([...FIELDS]),
    size: PAGE,
    read: (last: BatchCode | undefined) => db.rows(CODES.all, id, last?.id ?? '', PAGE),
    write: ({ code, email, externalRef, redemptionCount, redeemedAt, checkoutSessionId }) =>
      csvRow([
        code,
        email ?? '',
        externalRef ?? '',
        String(redemptionCount > 0),
        redeemedAt?.toISOString() ?? '',
        checkoutSessionId ?? '',
      ]),
  });
}

/** Ends a batch; returns no row when it has ended already. */
const end = workspaceStatement<{ id: string }, [id: string]>(
  'discount-codes.batch.end',
  `UPDATE "DiscountBatch" b SET status = 'canceled' WHERE b."accountId" = $1 AND b.id = $2 AND b.status <> 'canceled'
    RETURNING b.id`,
);
const deactivate = workspaceStatement<{ deactivated: number }, [id: string, now: Date]>(
  'discount-codes.batch.deactivate',
  `WITH unused AS MATERIALIZED (
     SELECT d.id FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.source = 'batch' AND d."sourceRefId" = $2
       AND d."redemptionCount" = 0 AND d.active ORDER BY d.id FOR NO KEY UPDATE),
   changed AS (
     UPDATE "DiscountCode" d SET active = false, "updatedAt" = $3::timestamptz FROM unused u
       WHERE d."accountId" = $1 AND d.id = u.id RETURNING 1)
   SELECT count(*)::int AS deactivated FROM changed`,
  { joinsSets: true },
);

/**
 * Ends a batch: deactivates its unused codes, and stops making further ones. A redemption locks a code and then its
 * batch, so here no transaction locks both. Codes that were minted meanwhile are deactivated last. A call that was
 * killed can be repeated. A call that changes nothing is not audited.
 * @throws AppError NOT_FOUND
 */
export async function cancelBatch(db: WorkspaceDb, id: string): Promise<{ id: string; deactivated: number }> {
  const { name } = await getBatch(db, id);
  const switchOff = async (tx: StatementTx): Promise<number> =>
    (await tx.rows(deactivate, id, tx.now))[0]?.deactivated ?? 0;
  const before = await db.longTransaction(switchOff);
  const hasEnded = (await db.rows(end, id)).length > 0;
  return await db.longTransaction(async (tx) => {
    const deactivated = before + (await switchOff(tx));
    if (hasEnded || deactivated > 0)
      await tx.audit({
        action: 'discount_batch.cancel',
        targetType: 'discount_batch',
        targetId: id,
        data: { name, deactivated },
      });
    return { id, deactivated };
  });
}
