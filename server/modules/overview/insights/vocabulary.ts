/** The values of attribution, and the limits of what is counted and listed; the dashboard shows them, too. */

export const MODELS = ['last_touch', 'first_touch'] as const;
export type Model = (typeof MODELS)[number];
/** Of touches at the same instant, the first kind in this list gets the credit. */
export const TOUCHES = ['affiliate', 'referral', 'funnel', 'broadcast', 'code'] as const;
export type Touch = (typeof TOUCHES)[number];
/** The largest number of listed sources of a kind in a currency; the rest is put together. */
export const MOST_SOURCES = 50;
/** The most orders that are attributed, newest first: more would take too long. */
export const MOST_ORDERS = 100_000;
