/**
 * Fulfil (docs/contract/referrals.md#fulfilment): a paid checkout rewards its attribution, once, with a code for either
 * side. One statement.
 */
import type { Logger } from 'pino';
import { workspaceStatement } from '@/server/db/statement';
import { violates } from '@/server/db/violations';
import type { WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { contactOfCustomer, purchaseTold } from '@/server/resources/integrations/purchases';
import { recordPurchase } from '@/server/resources/pixels/record-purchase';
import { CODE_ATTEMPTS, makeRefereeCode, makeReferrerCode } from '@/server/resources/referrals/codes';
import type { FulfillInput, Fulfillment, FulfillReason } from '@/server/resources/referrals/schema';

interface Outcome {
  outcome: 'rewarded' | FulfillReason;
  refereeCustomerId: string;
  referrerCodeId: string | null;
  refereeCodeId: string | null;
}

/**
 * The attribution is locked first, then its link, and both are read as they are once the locks are held: so an
 * attribution is rewarded once, and as many parallel fulfils as one likes pass the referrer's cap one after the other.
 * `verdict` is the table of reasons in its order. Whatever it is, somebody bought: the purchase is told. Whatever fails
 * takes all of it back.
 */
const rewardAttribution = workspaceStatement<
  Outcome,
  [session: string, currency: string, amount: number, referrerCode: string, refereeCode: string, now: Date]
>(
  'referrals.fulfill',
  `WITH a AS MATERIALIZED (
     SELECT a.id, a."linkId", a."refereeCustomerId", a.status, a."expiresAt" FROM "ReferralAttribution" a
     WHERE a."accountId" = $1 AND a."qualifyingCheckoutSessionId" = $2 FOR NO KEY UPDATE
   ), l AS MATERIALIZED (
     SELECT l.id, l.rewards FROM a JOIN "ReferralLink" l ON l."accountId" = $1 AND l.id = a."linkId" WHERE a.status = 'pending' FOR NO KEY UPDATE OF l
   ), verdict AS MATERIALIZED (
     SELECT a.id, a."linkId", a."refereeCustomerId", p."rewardType", p."referrerValue", p."refereeValue", p.currency, p."rewardExpiryDays", p."marketingCampaignId",
       CASE WHEN a.status <> 'pending' THEN 'already_fulfilled'
            WHEN a."expiresAt" <= $7::timestamptz THEN 'expired'
            WHEN NOT p.enabled THEN 'program_disabled'
            WHEN p.currency <> $3 THEN 'currency_mismatch'
            WHEN $4::bigint < p."minPurchaseAmount" THEN 'min_purchase'
            WHEN l.rewards >= p."maxRewardsPerReferrer" THEN 'max_rewards_per_referrer'
            ELSE 'rewarded' END AS outcome
     FROM a LEFT JOIN l ON true JOIN "ReferralProgram" p ON p."accountId" = $1
   ), minted AS (
     INSERT INTO "DiscountCode" AS d ("accountId", code, type, value, currency, scope, "maxUsesTotal", "maxUsesPerCustomer", source, "sourceRefId", "marketingCampaignId", "expiresAt", "createdAt", "updatedAt")
     SELECT $1, r.code, v."rewardType", r.value, v.currency, 'cart', 1, 1, r.source, v.id, v."marketingCampaignId", $7::timestamptz + v."rewardExpiryDays" * interval '1 day', $7::timestamptz, $7::timestamptz
     FROM verdict v CROSS JOIN LATERAL (VALUES ($5, v."referrerValue", 'referral_referrer'), ($6, v."refereeValue", 'referral_referee')) AS r (code, value, source)
     WHERE v.outcome = 'rewarded'
     RETURNING d.id, d.source
   ), codes AS (
     SELECT max(m.id) FILTER (WHERE m.source = 'referral_referrer') AS referrer, max(m.id) FILTER (WHERE m.source = 'referral_referee') AS referee FROM minted m
   ), counted AS (
     UPDATE "ReferralLink" l SET rewards = l.rewards + 1, revenue = l.revenue + $4::bigint FROM verdict v WHERE v.outcome = 'rewarded' AND l."accountId" = $1 AND l.id = v."linkId"
   ), decided AS (
     UPDATE "ReferralAttribution" a SET
       status = CASE v.outcome WHEN 'rewarded' THEN 'rewarded' WHEN 'expired' THEN 'expired' ELSE 'voided' END,
       "voidReason" = CASE WHEN v.outcome NOT IN ('rewarded', 'expired') THEN v.outcome END,
       "referrerCodeId" = c.referrer, "refereeCodeId" = c.referee,
       amount = CASE WHEN v.outcome = 'rewarded' THEN $4::bigint END, currency = CASE WHEN v.outcome = 'rewarded' THEN $3 END,
       "rewardedAt" = CASE WHEN v.outcome = 'rewarded' THEN $7::timestamptz END, "updatedAt" = $7::timestamptz
     FROM verdict v CROSS JOIN codes c
     WHERE v.outcome NOT IN ('already_fulfilled', 'min_purchase') AND a."accountId" = $1 AND a.id = v.id
   ), ${purchaseTold(
     'fulfil',
     {
       session: '$2::text',
       at: '$7',
       contactId: contactOfCustomer('v."refereeCustomerId"'),
       value: '$4',
       currency: '$3',
     },
     'verdict v',
     '$7',
   )}
   SELECT v.outcome, v."refereeCustomerId", c.referrer AS "referrerCodeId", c.referee AS "refereeCodeId" FROM verdict v CROSS JOIN codes c`,
);

/** A completed checkout. */
type Checkout = Pick<FulfillInput, 'checkoutSessionId'> & { currency: string; amount: number };

/** The codes are made anew when one of them is taken. @returns undefined when no attribution has this session */
async function reward(db: WorkspaceDb, checkout: Checkout): Promise<Outcome | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (
        await db.rows(
          rewardAttribution,
          checkout.checkoutSessionId,
          checkout.currency,
          checkout.amount,
          makeReferrerCode(),
          makeRefereeCode(),
          db.now,
        )
      )[0];
    } catch (error) {
      if (!violates(error, 'DiscountCode_code_key')) throw error;
      if (attempt === CODE_ATTEMPTS) throw new AppError('INTERNAL', { cause: error });
    }
  }
}

/**
 * Every outcome is an answer. Whatever it is, a completed checkout is a purchase, and a conversion for the pixels
 * (docs/contract/pixels.md#conversions).
 * @throws AppError INTERNAL when no free code could be found
 */
export async function fulfill(db: WorkspaceDb, log: Pick<Logger, 'error'>, input: FulfillInput): Promise<Fulfillment> {
  const { checkoutSessionId, status, currency, amount } = input;
  // The schema lets no completed one through without its amount.
  if (status !== 'completed' || typeof currency !== 'string' || typeof amount !== 'number')
    return { issued: false, reason: 'session_not_completed' };
  const checkout = { checkoutSessionId, currency, amount };
  const outcome = await reward(db, checkout);
  await reportPurchase(db, log, checkout, outcome?.refereeCustomerId ?? null);
  if (outcome === undefined) return { issued: false, reason: 'no_attribution' };
  if (outcome.outcome !== 'rewarded') return { issued: false, reason: outcome.outcome };
  if (outcome.referrerCodeId === null || outcome.refereeCodeId === null) throw new Error('A reward has no codes.');
  return { issued: true, referrerCodeId: outcome.referrerCodeId, refereeCodeId: outcome.refereeCodeId };
}

/** The reward stands, whatever becomes of the conversion. */
async function reportPurchase(
  db: WorkspaceDb,
  log: Pick<Logger, 'error'>,
  { checkoutSessionId, amount, currency }: Checkout,
  customerId: string | null,
): Promise<void> {
  try {
    await recordPurchase(db, {
      checkoutSessionId,
      value: amount,
      currency,
      valueFrom: 'fulfil',
      customerId,
      email: null,
      occurredAt: db.now,
    });
  } catch (error) {
    log.error({ err: error, accountId: db.accountId }, 'a purchase was fulfilled without its conversion');
  }
}
