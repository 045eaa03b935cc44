/**
 * The words that fields of segments take, and their bounds. Without zod, so that pages which only show need not carry
 * it.
 */

export const TEXT_OPS = ['eq', 'neq', 'contains', 'starts_with', 'in', 'not_in', 'is_set', 'not_set'] as const;
export const ORDER_OPS = ['gt', 'gte', 'lt', 'lte', 'between'] as const;
export const AGE_OPS = ['within_days', 'not_within_days'] as const;
/** For an attribute that is an array, such as the tags that a shop gives a customer. */
export const ELEMENT_OPS = ['has', 'has_not'] as const;
export const LIST_OPS = ['member_of', 'not_member_of'] as const;
export const EVENT_OPS = ['at_least', 'at_most', 'none'] as const;
export const FIELD_OPS = [...TEXT_OPS, ...ORDER_OPS, ...AGE_OPS, ...ELEMENT_OPS, ...LIST_OPS] as const;
export const MAX_GROUPS = 5;
export const MAX_CONDITIONS = 10;
/** The largest number of properties in one condition on an event of the shop. */
export const MAX_PROPERTIES = 5;
/** Begins the names of what shops report (docs/contract/events.md), which they choose themselves. */
export const SHOP_EVENT = 'event.';
