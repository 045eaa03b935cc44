/**
 * Fulfil (docs/contract/referrals.md#fulfilment): a paid checkout rewards its attribution once, with a code for each
 * side; or the reward is held for review, if the program says so (reviews.ts). One statement.
 */
import type { Logger } from 'pino';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { contactOfCustomer } from '@/server/modules/audience/contacts/find';
import { recordPurchasesWithin } from '@/server/modules/shops/orders/purchases';
import { recordPurchase } from '@/server/modules/offers/pixels/record-purchase';
import { earnedNow, flagsOf } from '@/server/modules/offers/referrals/flags';
import { REWARDED_BY, rewardCodes, withFreshCodes } from '@/server/modules/offers/referrals/reward-codes';
import type { FulfillInput, Fulfillment, FulfillReason } from '@/server/modules/offers/referrals/schema';

interface Outcome {
  outcome: 'rewarded' | FulfillReason;
  refereeCustomerId: string;
  referrerCodeId: string | null;
  refereeCodeId: string | null;
}

/**
 * SQL that rewards. It locks the attribution first, then its link, and reads both after the locks. So an attribution is
 * rewarded once, and parallel fulfils pass the referrer's cap and the daily count one after the other. `verdict` is the
 * table of reasons in its order. Whatever the verdict, somebody bought, so the purchase is reported. Any failure rolls
 * everything back.
 */
const rewardAttribution = workspaceStatement<
  Outcome,
  [session: string, currency: string, amount: number, referrerCode: string, refereeCode: string, now: Date]
>(
  'referrals.fulfill',
  `WITH a AS MATERIALIZED (
     SELECT a.id, a."linkId", a."referrerCustomerId", a."refereeCustomerId", a.status, a."expiresAt", a."heldAt",
       a.flags, a."refereeAddressKey" FROM "ReferralAttribution" a
     WHERE a."accountId" = $1 AND a."qualifyingCheckoutSessionId" = $2 FOR NO KEY UPDATE
   ), l AS MATERIALIZED (
     SELECT l.id, l.rewards, l."lastEarned" FROM a JOIN "ReferralLink" l ON l."accountId" = $1 AND l.id = a."linkId"
       WHERE a.status = 'pending' FOR NO KEY UPDATE OF l
   ), seen AS MATERIALIZED (
     SELECT a.id, a."linkId", a."refereeCustomerId", ${REWARDED_BY}, p."holdDays", p.review,
       CASE WHEN a.status = 'pending' AND a."heldAt" IS NULL
         AND (p.review <> 'off' OR p."holdDays" > 0) THEN ${flagsOf({ attribution: 'a', link: 'l', now: '$7' })}
         ELSE a.flags END AS flags,
       CASE WHEN a.status <> 'pending' THEN 'already_fulfilled'
            WHEN a."heldAt" IS NOT NULL THEN 'held'
            WHEN a."expiresAt" <= $7::timestamptz THEN 'expired'
            WHEN NOT p.enabled THEN 'program_disabled'
            WHEN p.currency <> $3 THEN 'currency_mismatch'
            WHEN $4::bigint < p."minPurchaseAmount" THEN 'min_purchase'
            WHEN l.rewards >= p."maxRewardsPerReferrer" THEN 'max_rewards_per_referrer'
            ELSE 'rewarded' END AS judged
     FROM a LEFT JOIN l ON true JOIN "ReferralProgram" p ON p."accountId" = $1
   ), verdict AS MATERIALIZED (
     SELECT s.*, CASE WHEN s.judged = 'rewarded'
       AND (s."holdDays" > 0 OR s.review = 'all' OR (s.review = 'flagged' AND s.flags <> '{}')) THEN 'held'
       ELSE s.judged END AS outcome FROM seen s
   ), ${rewardCodes({ referrer: '$5', referee: '$6', now: '$7' })}, counted AS (
     UPDATE "ReferralLink" l SET "lastEarned" = ${earnedNow('l', '$7')},
       rewards = l.rewards + CASE v.outcome WHEN 'rewarded' THEN 1 ELSE 0 END, revenue = l.revenue + CASE v.outcome
         WHEN 'rewarded' THEN $4::bigint ELSE 0 END
     FROM verdict v WHERE v.judged = 'rewarded' AND l."accountId" = $1 AND l.id = v."linkId"
   ), decided AS (
     UPDATE "ReferralAttribution" a SET
       status = CASE v.outcome WHEN 'rewarded' THEN 'rewarded' WHEN 'expired' THEN 'expired' WHEN 'held' THEN 'pending'
         ELSE 'voided' END,
       "voidReason" = CASE WHEN v.outcome NOT IN ('rewarded', 'expired', 'held') THEN v.outcome END,
       "referrerCodeId" = c.referrer, "refereeCodeId" = c.referee,
       amount = CASE WHEN v.judged = 'rewarded' THEN $4::bigint END, currency = CASE
         WHEN v.judged = 'rewarded' THEN $3 END,
       "heldAt" = CASE WHEN v.outcome = 'held' THEN $7::timestamptz END,
       "heldUntil" = CASE WHEN v.outcome = 'held' THEN $7::timestamptz + v."holdDays" * interval '1 day' END,
       flags = v.flags, "needsReview" = v.outcome = 'held' AND (v.flags <> '{}' OR v."holdDays" = 0),
       "rewardedAt" = CASE WHEN v.outcome = 'rewarded' THEN $7::timestamptz END, "updatedAt" = $7::timestamptz
     FROM verdict v CROSS JOIN codes c
     WHERE v.judged NOT IN ('already_fulfilled', 'min_purchase', 'held') AND a."accountId" = $1 AND a.id = v.id
   ), ${recordPurchasesWithin(
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
   SELECT v.outcome, v."refereeCustomerId", c.referrer AS "referrerCodeId", c.referee AS "refereeCodeId" FROM verdict v
     CROSS JOIN codes c`,
);

/** A completed checkout. */
type Checkout = Pick<FulfillInput, 'checkoutSessionId'> & { currency: string; amount: number };

/**
 * Fulfils a checkout; each outcome is an answer. Whatever it is, a completed checkout is a purchase, and a conversion
 * for the pixels (docs/contract/pixels.md#conversions).
 * @throws AppError INTERNAL when no free code could be found
 */
export async function fulfill(db: WorkspaceDb, log: Pick<Logger, 'error'>, input: FulfillInput): Promise<Fulfillment> {
  const { checkoutSessionId, status, currency, amount } = input;
  // The schema lets no completed one through without its amount.
  if (status !== 'completed' || typeof currency !== 'string' || typeof amount !== 'number')
    return { issued: false, reason: 'session_not_completed' };
  const checkout = { checkoutSessionId, currency, amount };
  const [outcome] = await withFreshCodes((referrerCode, refereeCode) =>
    db.rows(rewardAttribution, checkoutSessionId, currency, amount, referrerCode, refereeCode, db.now),
  );
  await reportPurchase(db, log, checkout, outcome?.refereeCustomerId ?? null);
  if (outcome === undefined) return { issued: false, reason: 'no_attribution' };
  if (outcome.outcome !== 'rewarded') return { issued: false, reason: outcome.outcome };
  if (outcome.referrerCodeId === null || outcome.refereeCodeId === null) throw new Error('A reward has no codes.');
  return { issued: true, referrerCodeId: outcome.referrerCodeId, refereeCodeId: outcome.refereeCodeId };
}

/** Reports the conversion; the reward stands even if that fails. */
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
