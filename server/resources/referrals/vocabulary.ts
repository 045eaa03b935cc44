/** The words that fields of referrals take, and their bounds. Without zod, so that pages which only show need not carry it. */

export const ATTRIBUTION_STATUSES = ['pending', 'rewarded', 'expired', 'voided'] as const;
export const LINK_SORTS = ['newest', 'oldest', 'clicks', 'signups', 'rewards', 'revenue'] as const;
