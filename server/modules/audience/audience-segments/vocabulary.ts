/** The values and bounds of a segment's fields. Without zod, so that pages that only show segments need not load it. */

export const TEXT_OPS = ['eq', 'neq', 'contains', 'starts_with', 'in', 'not_in', 'is_set', 'not_set'] as const;
export const ORDER_OPS = ['gt', 'gte', 'lt', 'lte', 'between'] as const;
export const AGE_OPS = ['within_days', 'not_within_days'] as const;
/** Operators for an attribute that is an array, such as the tags of a shop's customer. */
export const ELEMENT_OPS = ['has', 'has_not'] as const;
export const LIST_OPS = ['member_of', 'not_member_of'] as const;
export const EVENT_OPS = ['at_least', 'at_most', 'none'] as const;
export const FIELD_OPS = [...TEXT_OPS, ...ORDER_OPS, ...AGE_OPS, ...ELEMENT_OPS, ...LIST_OPS] as const;
export const MAX_GROUPS = 5;
export const MAX_CONDITIONS = 10;
/** The largest number of properties in one condition on an event of the shop. */
export const MAX_PROPERTIES = 5;
/** The prefix of events that shops report (docs/contract/events.md) under names of their own. */
export const SHOP_EVENT = 'event.';
