/** The program of a workspace (3 §4.2): one, made and changed by PUT. */
import { workspaceStatement } from '@/server/db/statement';
import { violates } from '@/server/db/violations';
import type { WorkspaceDb } from '@/server/db/workspace';
import { AppError, foreignCampaign } from '@/server/errors';
import { effectivePlan, requireWithinLimit } from '@/server/resources/billing/effective-plan';
import { presentProgram, programColumns, type ProgramRow } from '@/server/resources/referrals/rows';
import type { PreviewInput, Program, PutProgramInput, Role, SampleCode } from '@/server/resources/referrals/schema';

const REWARD_EXPIRY_DAYS = 90;
const ATTRIBUTION_WINDOW_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

const findProgram = workspaceStatement<ProgramRow>(
  'referrals.program',
  `SELECT ${programColumns('p')} FROM "ReferralProgram" p WHERE p."accountId" = $1`,
);

export async function getProgram(db: WorkspaceDb): Promise<Program | null> {
  const [row] = await db.rows(findProgram);
  return row === undefined ? null : presentProgram(row);
}

type Rule = Pick<
  PutProgramInput,
  'rewardType' | 'referrerValue' | 'refereeValue' | 'rewardExpiryDays' | 'attributionWindowDays'
>;

/** What is a number, but not one that the program can have. @throws AppError INVALID_VALUE */
function check(rule: Rule): void {
  const isPercent = rule.rewardType === 'percent' || rule.rewardType === 'shipping_percent';
  if (isPercent && (rule.referrerValue > 100 || rule.refereeValue > 100))
    throw new AppError('INVALID_VALUE', { message: 'A percentage goes from 1 to 100.' });
  const { rewardExpiryDays = REWARD_EXPIRY_DAYS, attributionWindowDays = ATTRIBUTION_WINDOW_DAYS } = rule;
  if (rewardExpiryDays < 1 || rewardExpiryDays > 365)
    throw new AppError('INVALID_VALUE', { message: 'rewardExpiryDays goes from 1 to 365.' });
  if (attributionWindowDays < 1 || attributionWindowDays > 180)
    throw new AppError('INVALID_VALUE', { message: 'attributionWindowDays goes from 1 to 180.' });
}

type Put = [
  enabled: boolean | null,
  rewardType: string,
  referrerValue: number,
  refereeValue: number,
  currency: string,
  minPurchaseAmount: number | null,
  rewardExpiryDays: number | null,
  attributionWindowDays: number | null,
  maxRewardsPerReferrer: number | null,
  programTerms: string | null,
  moveCampaign: boolean,
  marketingCampaignId: string | null,
  now: Date,
];

/** A parameter that is null keeps what is stored, or begins with the default; the next four are set as they are sent. */
const upsertProgram = workspaceStatement<ProgramRow & { created: boolean }, Put>(
  'referrals.put-program',
  `INSERT INTO "ReferralProgram" AS p ("accountId", enabled, "rewardType", "referrerValue", "refereeValue", currency, "minPurchaseAmount", "rewardExpiryDays", "attributionWindowDays",
     "maxRewardsPerReferrer", "programTerms", "marketingCampaignId", "createdAt", "updatedAt")
   VALUES ($1, coalesce($2::boolean, false), $3::text, $4::bigint, $5::bigint, $6::text, $7::bigint, coalesce($8::int, ${REWARD_EXPIRY_DAYS}), coalesce($9::int, ${ATTRIBUTION_WINDOW_DAYS}),
     $10::int, $11::text, $13::text, $14::timestamptz, $14::timestamptz)
   ON CONFLICT ("accountId") DO UPDATE SET
     enabled = coalesce($2::boolean, p.enabled), "rewardType" = excluded."rewardType", "referrerValue" = excluded."referrerValue", "refereeValue" = excluded."refereeValue",
     currency = excluded.currency, "rewardExpiryDays" = coalesce($8::int, p."rewardExpiryDays"), "attributionWindowDays" = coalesce($9::int, p."attributionWindowDays"),
     "minPurchaseAmount" = excluded."minPurchaseAmount", "maxRewardsPerReferrer" = excluded."maxRewardsPerReferrer", "programTerms" = excluded."programTerms",
     "marketingCampaignId" = CASE WHEN $12::boolean THEN excluded."marketingCampaignId" ELSE p."marketingCampaignId" END, "updatedAt" = excluded."updatedAt"
   RETURNING ${programColumns('p')}, p.xmax = 0 AS created`,
);

/** Two at once make one program, of which the later one is the content. @throws AppError INVALID_VALUE, VALIDATION, PLAN_LIMIT */
export async function putProgram(db: WorkspaceDb, input: PutProgramInput): Promise<Program> {
  check(input);
  const plan = (await db.rows(findProgram)).length === 0 ? await effectivePlan(db) : null;
  try {
    return await db.transaction(async (tx) => {
      const [row] = await tx.rows(
        upsertProgram,
        input.enabled ?? null,
        input.rewardType,
        input.referrerValue,
        input.refereeValue,
        input.currency,
        input.minPurchaseAmount ?? null,
        input.rewardExpiryDays ?? null,
        input.attributionWindowDays ?? null,
        input.maxRewardsPerReferrer ?? null,
        input.programTerms ?? null,
        input.marketingCampaignId !== undefined,
        input.marketingCampaignId ?? null,
        tx.now,
      );
      if (row === undefined) throw new Error('An upsert returned no row.');
      if (row.created && plan !== null) requireWithinLimit(plan, 'referralPrograms', 1);
      await tx.audit({
        action: 'referral_program.upsert',
        targetType: 'referral_program',
        targetId: row.id,
        data: { created: row.created, enabled: row.enabled, rewardType: row.rewardType },
      });
      return presentProgram(row);
    });
  } catch (error) {
    if (!violates(error, 'ReferralProgram_accountId_marketingCampaignId_fkey')) throw error;
    throw foreignCampaign();
  }
}

/** Of the shape of real ones, and always the same, so that the page does not flicker while somebody types. */
const SAMPLES: Record<Role, string> = { referrer: 'REF-K7PM-4XQ9', referee: 'WELCOME-H3TR8W' };

/**
 * What both codes would look like if a friend's order were paid now. Reads and stores nothing.
 * @throws AppError INVALID_VALUE
 */
export function preview(now: Date, input: PreviewInput): Record<Role, SampleCode> {
  check(input);
  const expiresAt = new Date(now.getTime() + (input.rewardExpiryDays ?? REWARD_EXPIRY_DAYS) * DAY_MS);
  const sample = (role: Role, value: number): SampleCode => ({
    code: SAMPLES[role],
    type: input.rewardType,
    value,
    currency: input.currency,
    expiresAt,
  });
  return { referrer: sample('referrer', input.referrerValue), referee: sample('referee', input.refereeValue) };
}
