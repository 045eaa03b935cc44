/**
 * The values that fields of discount codes accept, and their bounds. Without zod, so that pages that only show data
 * need not load it.
 */

export const TYPES = ['percent', 'fixed', 'shipping_percent', 'shipping_fixed'] as const;
export const DISCOUNT_SCOPES = ['cart', 'products', 'tags'] as const;
export const SORTS = ['newest', 'oldest', 'code', 'most_redeemed'] as const;

/**
 * The makers of a code and the `source` values that each writes: a merchant, the referral program, a funnel, an
 * affiliate program.
 */
export const SOURCES_OF = {
  manual: ['manual'],
  referral: ['referral_referrer', 'referral_referee'],
  funnel: ['funnel'],
  affiliate: ['affiliate'],
  batch: ['batch'],
} as const;
export type Origin = keyof typeof SOURCES_OF;
/** The origins that lists can filter by. Codes of batches appear only when `source` asks for them. */
export const ORIGINS = ['manual', 'referral', 'funnel', 'affiliate'] as const satisfies readonly Origin[];

/** The states of a batch of codes. */
export const BATCH_STATUSES = ['minting', 'ready', 'canceled'] as const;
export const CODE_USES = ['unused', 'redeemed'] as const;
/** Codes a batch. */
export const MAX_BATCH = 50_000;
