/**
 * The values that fields of referrals accept, and their bounds. Without zod, so that pages that only show data need not
 * load it.
 */

export const ATTRIBUTION_STATUSES = ['pending', 'rewarded', 'expired', 'voided'] as const;
export const LINK_SORTS = ['newest', 'oldest', 'clicks', 'signups', 'rewards', 'revenue'] as const;

/** The rules on whether an existing customer can be referred. */
export const EXISTING_CUSTOMERS = ['allow', 'refuse'] as const;
/** The rewards that wait for a person. */
export const REVIEWS = ['off', 'flagged', 'all'] as const;
export const MOST_HOLD_DAYS = 60;
/** The longest note about a decision, in characters. */
export const MOST_REVIEW_NOTE = 500;
/** Suspicious signs on an attribution. */
export const FLAGS = ['same_address', 'same_phone', 'many_in_a_day', 'disposable_domain'] as const;
/** Why a sign-up was not attributed. */
export const REFUSALS = ['existing_customer', 'self_referral', 'program_disabled', 'unknown_code'] as const;
