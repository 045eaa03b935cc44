/**
 * Accepting (docs/contract/collaborations.md#accepting), by the merchant for an application, or by the creator for an
 * invitation. One transaction takes the slot, copies the terms, and makes the link and the code.
 */
import { violates } from '@/server/platform/db/violations';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { AppError } from '@/server/platform/errors';
import { hasSlot, holdBrief, termsOf as briefTermsOf, type BriefRow } from '@/server/modules/creators/campaigns/rows';
import { hasCommission, type BriefStatus } from '@/server/modules/creators/campaigns/vocabulary';
import { mailCreator } from '@/server/modules/creators/collaborations/mails';
import {
  badState,
  collaborationColumns,
  holdCollaboration,
  readCollaboration,
  type CollaborationRow,
} from '@/server/modules/creators/collaborations/rows';
import type { CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import { codeLetters } from '@/server/platform/lib/code-letters';
import { holdProgram, termsOf as programTermsOf, type ProgramRow } from '@/server/modules/creators/programs/rows';
import { CODE_ATTEMPTS, makeLinkCode } from '@/server/modules/offers/referrals/codes';

/** `AFF-XXXXXX` */
const makeAffiliateCode = (): string => `AFF-${codeLetters(6)}`;

const take = workspaceStatement<
  CollaborationRow,
  [
    id: string,
    status: CollaborationStatus,
    terms: string,
    linkCode: string | null,
    discountCodeId: string | null,
    verified: boolean,
    now: Date,
  ]
>(
  'collaborations.accept',
  `UPDATE "Collaboration" c SET status = $3, terms = $4::jsonb, "linkCode" = coalesce(c."linkCode", $5),
    "discountCodeId" = coalesce($6, c."discountCodeId"), "emailVerified" = c."emailVerified"
    OR $7, "acceptedAt" = $8::timestamptz, "expiresAt" = NULL, "updatedAt" = $8::timestamptz
   WHERE c."accountId" = $1 AND c.id = $2 RETURNING ${collaborationColumns('c')}`,
);
const fillSlot = workspaceStatement<{ status: BriefStatus }, [campaignId: string, now: Date]>(
  'collaborations.fill-slot',
  `UPDATE "Brief" b SET "filledSlots" = b."filledSlots" + 1,
     status = CASE WHEN b.status = 'open' AND b."filledSlots" + 1 >= b.slots THEN 'closed' ELSE b.status END,
     "closedAt" = CASE WHEN b.status = 'open' AND b."filledSlots" + 1 >= b.slots THEN $3::timestamptz
       ELSE b."closedAt" END,
     "updatedAt" = CASE WHEN b.status = 'open' AND b."filledSlots" + 1 >= b.slots THEN $3::timestamptz
       ELSE b."updatedAt" END
   WHERE b."accountId" = $1 AND b.id = $2 RETURNING b.status`,
);

/** Fills a slot; the last slot closes the brief, whoever accepts. */
async function takeSlot(tx: StatementTx, { id, title, status }: BriefRow): Promise<void> {
  const [filled] = await tx.rows(fillSlot, id, tx.now);
  if (orNotFound(filled).status !== status)
    await tx.audit({ action: 'campaign.close', targetType: 'campaign', targetId: id, data: { name: title } });
}

/** Mints a code; returns no row when the code exists already. */
const mint = workspaceStatement<
  { id: string },
  [
    code: string,
    type: string,
    value: number,
    currency: string | null,
    minPurchaseAmount: number | null,
    maxUsesPerCustomer: number | null,
    collaborationId: string,
    marketingCampaignId: string | null,
    now: Date,
  ]
>(
  'collaborations.mint-code',
  `INSERT INTO "DiscountCode" ("accountId", code, type, value, currency, scope, "minPurchaseAmount",
    "maxUsesPerCustomer", source, "sourceRefId", "marketingCampaignId", "createdAt", "updatedAt")
   SELECT $1, $2, $3, $4::bigint, coalesce($5, a.currency), 'cart', $6::bigint, $7::int, 'affiliate', $8, $9,
     $10::timestamptz, $10::timestamptz FROM "Account" a WHERE a.id = $1
   ON CONFLICT DO NOTHING RETURNING id`,
);

/** @param wanted the code that the merchant chose; else one is generated. @throws AppError CODE_EXISTS */
async function mintCode(
  tx: StatementTx,
  { commission, customerDiscount, marketingCampaignId }: ProgramRow,
  collaborationId: string,
  wanted: string | undefined,
): Promise<string | null> {
  if (customerDiscount === null) return null;
  const { type, value, currency, minPurchaseAmount, maxUsesPerCustomer } = customerDiscount;
  for (let attempt = 0; attempt < (wanted === undefined ? CODE_ATTEMPTS : 1); attempt++) {
    const [made] = await tx.rows(
      mint,
      wanted ?? makeAffiliateCode(),
      type,
      value,
      currency ?? commission?.currency ?? null,
      minPurchaseAmount,
      maxUsesPerCustomer,
      collaborationId,
      marketingCampaignId,
      tx.now,
    );
    if (made !== undefined) return made.id;
  }
  throw new AppError('CODE_EXISTS');
}

const insertSibling = workspaceStatement<CollaborationRow, [ofId: string, programId: string, now: Date]>(
  'collaborations.sibling',
  `INSERT INTO "Collaboration" AS c ("accountId", kind, "programId", "ofId", name, email, phone, "phoneE164",
    "socialHandles", followers, status, "emailVerified", "createdAt", "updatedAt")
   SELECT $1, 'affiliate', $3, o.id, o.name, o.email, o.phone, o."phoneE164", o."socialHandles", o.followers, 'applied',
     o."emailVerified", $4::timestamptz, $4::timestamptz
   FROM "Collaboration" o WHERE o."accountId" = $1 AND o.id = $2
   ON CONFLICT DO NOTHING RETURNING ${collaborationColumns('c')}`,
);

interface Choice {
  /** The string of the discount code. */
  code?: string | undefined;
  /** True when the creator accepts, by the link that was mailed to them. */
  isCreator: boolean;
}

async function activateIn(
  tx: StatementTx,
  row: CollaborationRow,
  program: ProgramRow,
  { code, isCreator }: Choice,
): Promise<CollaborationRow> {
  if (program.status === 'archived')
    throw new AppError('BAD_STATE', {
      message: `The program “${program.name}” is archived, so nobody can join it.`,
      details: { status: program.status },
    });
  const discountCodeId = await mintCode(tx, program, row.id, code);
  const terms = JSON.stringify(programTermsOf(program));
  const [taken] = await tx.rows(take, row.id, 'active', terms, makeLinkCode(), discountCodeId, isCreator, tx.now);
  return orNotFound(taken);
}

async function acceptInto(
  tx: StatementTx,
  settings: Pick<Settings, 'mail'>,
  row: CollaborationRow,
  { brief, program }: { brief: BriefRow; program: ProgramRow | null },
  choice: Choice,
): Promise<CollaborationRow> {
  if (brief.status !== 'open' && brief.status !== 'closed')
    throw new AppError('BAD_STATE', {
      message: `The brief is ${brief.status}, so nobody can be accepted.`,
      details: { status: brief.status },
    });
  if (!hasSlot(brief)) throw new AppError('SLOTS_FULL');
  await takeSlot(tx, brief);
  const terms = JSON.stringify(briefTermsOf(brief));
  const [taken] = await tx.rows(take, row.id, 'accepted', terms, null, null, choice.isCreator, tx.now);
  if (program !== null) {
    // Who is in the program already stays in it as they are.
    const [sibling] = await tx.rows(insertSibling, row.id, program.id, tx.now);
    if (sibling !== undefined) {
      const affiliate = await activateIn(tx, sibling, program, choice);
      // Their page in the program is another than the brief's.
      await mailCreator(tx, settings, affiliate.id, 'accepted');
    }
  }
  return orNotFound(taken);
}

/**
 * Accepts, within a transaction that has locked none of these rows yet: brief or program are locked before the
 * collaboration.
 * @throws AppError NOT_FOUND, BAD_STATE, SLOTS_FULL, CODE_EXISTS
 */
export async function acceptWithin(
  tx: StatementTx,
  settings: Pick<Settings, 'mail'>,
  id: string,
  from: Extract<CollaborationStatus, 'invited' | 'applied'>,
  choice: Choice,
): Promise<{ row: CollaborationRow; isNew: boolean }> {
  const { campaignId, programId } = await readCollaboration(tx, id);
  const brief = campaignId === null ? null : await holdBrief(tx, campaignId);
  const compensation = brief?.compensation ?? null;
  const named =
    programId ?? (compensation !== null && hasCommission(compensation.type) ? compensation.programId : null);
  const program = named === null ? null : await holdProgram(tx, named);
  const row = await holdCollaboration(tx, id);
  if ((row.status === 'accepted' || row.status === 'active') && row.acceptedAt !== null && wasFrom(row, from))
    return { row, isNew: false };
  if (row.status !== from) throw badState(row.status);
  if (brief !== null) return { row: await acceptInto(tx, settings, row, { brief, program }, choice), isNew: true };
  if (program === null) throw new Error('A collaboration is of a brief or of a program.');
  return { row: await activateIn(tx, row, program, choice), isNew: true };
}

/** Checks who began: an invited creator has a time of invitation, an applicant has none. */
const wasFrom = (row: CollaborationRow, from: 'invited' | 'applied'): boolean =>
  (row.invitedAt !== null) === (from === 'invited');

/** Accepts in a transaction of its own. */
export async function accept(
  db: WorkspaceDb,
  settings: Pick<Settings, 'mail'>,
  id: string,
  from: 'invited' | 'applied',
  choice: Choice,
  also: (tx: StatementTx, row: CollaborationRow) => Promise<void>,
): Promise<{ row: CollaborationRow; isNew: boolean }> {
  return await drawingLinks(db, async (tx) => {
    const accepted = await acceptWithin(tx, settings, id, from, choice);
    if (accepted.isNew) await also(tx, accepted.row);
    return accepted;
  });
}

/** Runs a transaction that may make a link; runs it again when the link's code exists already. */
export async function drawingLinks<Result>(
  db: WorkspaceDb,
  work: (tx: StatementTx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!violates(error, 'Collaboration_accountId_linkCode_key') || attempt === CODE_ATTEMPTS) throw error;
    }
  }
}
