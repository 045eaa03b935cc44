/** The two codes of a reward (docs/contract/referrals.md#reward-codes), made in the statement that rewards. */
import { violates } from '@/server/platform/db/violations';
import { AppError } from '@/server/platform/errors';
import { CODE_ATTEMPTS, makeRefereeCode, makeReferrerCode } from '@/server/modules/offers/referrals/codes';

/**
 * SQL of CTEs for the WITH of a statement that rewards. `verdict` must have the attribution's id, its `outcome` and the
 * program's columns. `codes` returns one row with the ids of both codes, null unless the outcome is `rewarded`.
 * @param parameters placeholders
 */
export const rewardCodes = ({ referrer, referee, now }: Record<'referrer' | 'referee' | 'now', string>): string =>
  `minted AS (
     INSERT INTO "DiscountCode" AS d ("accountId", code, type, value, currency, scope, "maxUsesTotal",
       "maxUsesPerCustomer", source, "sourceRefId", "marketingCampaignId", "expiresAt", "createdAt", "updatedAt")
     SELECT $1, r.code, v."rewardType", r.value, v.currency, 'cart', 1, 1, r.source, v.id, v."marketingCampaignId",
       ${now}::timestamptz + v."rewardExpiryDays" * interval '1 day', ${now}::timestamptz, ${now}::timestamptz
     FROM verdict v CROSS JOIN LATERAL (VALUES (${referrer}, v."referrerValue", 'referral_referrer'),
       (${referee}, v."refereeValue", 'referral_referee')) AS r (code, value, source)
     WHERE v.outcome = 'rewarded'
     RETURNING d.id, d.source
   ), codes AS (
     SELECT max(m.id) FILTER (WHERE m.source = 'referral_referrer') AS referrer,
       max(m.id) FILTER (WHERE m.source = 'referral_referee') AS referee FROM minted m
   )`;

/** The columns of the program that `verdict` must have. */
export const REWARDED_BY = `p."rewardType", p."referrerValue", p."refereeValue", p.currency, p."rewardExpiryDays", p."marketingCampaignId"`;

/**
 * Runs a statement with generated codes, and again with new ones when a code exists already. @throws AppError INTERNAL
 * when no free code could be found
 */
export async function withFreshCodes<Result>(
  run: (referrerCode: string, refereeCode: string) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(makeReferrerCode(), makeRefereeCode());
    } catch (error) {
      if (!violates(error, 'DiscountCode_code_key')) throw error;
      if (attempt === CODE_ATTEMPTS) throw new AppError('INTERNAL', { cause: error });
    }
  }
}
