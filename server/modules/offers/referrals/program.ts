/**
 * The referral program of a workspace (docs/contract/referrals.md#program): there is one, and PUT creates or changes
 * it.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import { listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, foreignCampaign } from '@/server/platform/errors';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import { presentProgram, programColumns, type ProgramRow } from '@/server/modules/offers/referrals/rows';
import type { Role } from '@/server/modules/offers/referrals/schema';
import type {
  PreviewInput,
  Program,
  PutProgramInput,
  SampleCode,
} from '@/server/modules/offers/referrals/program-schema';

const REWARD_EXPIRY_DAYS = 90;
const ATTRIBUTION_WINDOW_DAYS = 30;

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

/** Refuses a number that the program cannot have. @throws AppError INVALID_VALUE */
function check(rule: Rule): void {
  const isPercent = rule.rewardType === 'percent' || rule.rewardType === 'shipping_percent';
  if (isPercent && (rule.referrerValue > 100 || rule.refereeValue > 100))
    throw new AppError('INVALID_VALUE', { message: 'A percentage must be from 1 to 100.' });
  const { rewardExpiryDays = REWARD_EXPIRY_DAYS, attributionWindowDays = ATTRIBUTION_WINDOW_DAYS } = rule;
  if (rewardExpiryDays < 1 || rewardExpiryDays > 365)
    throw new AppError('INVALID_VALUE', { message: 'rewardExpiryDays must be from 1 to 365.' });
  if (attributionWindowDays < 1 || attributionWindowDays > 180)
    throw new AppError('INVALID_VALUE', { message: 'attributionWindowDays must be from 1 to 180.' });
}

/** The values of a new program for fields that are not sent. */
const DEFAULTS = {
  enabled: false,
  rewardExpiryDays: REWARD_EXPIRY_DAYS,
  attributionWindowDays: ATTRIBUTION_WINDOW_DAYS,
  existingCustomers: 'allow',
  holdDays: 0,
  review: 'off',
} satisfies Partial<PutProgramInput>;

const SETTINGS = namesOf('ReferralProgram', 'id', 'accountId', 'createdAt', 'updatedAt');

/** $2 holds the sent fields, $3 the defaults of a new row. All other fields stay. */
const upsertProgram = workspaceStatement<
  ProgramRow & { created: boolean },
  [changes: string, defaults: string, now: Date]
>(
  'referrals.put-program',
  `INSERT INTO "ReferralProgram" AS p ("accountId", ${listed(SETTINGS)}, "createdAt", "updatedAt")
   SELECT $1, ${listed(SETTINGS, 'n')}, $4::timestamptz, $4::timestamptz
     FROM jsonb_populate_record(NULL::"ReferralProgram", $3::jsonb || $2::jsonb) n
   ON CONFLICT ("accountId") DO UPDATE SET
     (${listed(SETTINGS)}) = (SELECT ${listed(SETTINGS, 'n')} FROM jsonb_populate_record(p, $2::jsonb) n),
     "updatedAt" = $4::timestamptz
   RETURNING ${programColumns('p')}, p.xmax = 0 AS created`,
);

/**
 * Creates or changes the program. Two parallel calls make one program with the later content. @throws AppError
 * INVALID_VALUE, VALIDATION, PLAN_LIMIT
 */
export async function putProgram(db: WorkspaceDb, input: PutProgramInput): Promise<Program> {
  check(input);
  // PUT resets these where they are not sent.
  const { minPurchaseAmount = null, maxRewardsPerReferrer = null, programTerms = null } = input;
  const changes = { ...input, minPurchaseAmount, maxRewardsPerReferrer, programTerms };
  const plan = (await db.rows(findProgram)).length === 0 ? await effectivePlan(db) : null;
  try {
    return await db.transaction(async (tx) => {
      const [row] = await tx.rows(upsertProgram, JSON.stringify(changes), JSON.stringify(DEFAULTS), tx.now);
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

/**
 * Sample codes in the form of real ones. They are constant, so that the page does not flicker while somebody types.
 */
const SAMPLES: Record<Role, string> = { referrer: 'REF-K7PM-4XQ9', referee: 'WELCOME-H3TR8W' };

/**
 * Returns both codes as they would be if a friend's order were paid now. Reads and stores nothing.
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
