/** The words of attribution, and how much of it is looked at and listed; the dashboard says them too. */

export const MODELS = ['last_touch', 'first_touch'] as const;
export type Model = (typeof MODELS)[number];
/** At the same instant the first of these has it. */
export const TOUCHES = ['affiliate', 'referral', 'funnel', 'broadcast', 'code'] as const;
export type Touch = (typeof TOUCHES)[number];
/** The largest number of listed sources of a kind in a currency; the rest is put together. */
export const MOST_SOURCES = 50;
/** The largest number of orders that are looked at, the newest: more would keep the caller waiting. */
export const MOST_ORDERS = 100_000;
