/** The words that fields of discount codes take, and their bounds. Without zod, so that pages which only show need not carry it. */

export const TYPES = ['percent', 'fixed', 'shipping_percent', 'shipping_fixed'] as const;
export const DISCOUNT_SCOPES = ['cart', 'products', 'tags'] as const;
export const SORTS = ['newest', 'oldest', 'code', 'most_redeemed'] as const;

/** Who made a code: a merchant, or the referral program as a reward. */
export const ORIGINS = ['manual', 'referral'] as const;
