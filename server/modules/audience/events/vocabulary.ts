/**
 * The words that events take, and their bounds (docs/contract/events.md). Without zod, so that pages which only show
 * need not carry it.
 */

/** The names that every shop has. Any other name of 1 to 60 characters is the shop's own. */
export const KNOWN_EVENTS = ['page_viewed', 'product_viewed', 'cart_updated'] as const;
export const NAME_LENGTH = 60;
/** Events of one call. */
export const MOST_EVENTS = 500;
/** Bytes of the JSON of an event's properties. */
export const PROPERTIES_BYTES = 4 * 1024;

/** Why an event was not kept, beside what no event may be at all. */
export const EVENT_REFUSALS = ['TOO_OLD', 'IN_FUTURE'] as const;
export type EventRefusal = (typeof EVENT_REFUSALS)[number];

/** Clocks of shops run ahead by minutes; by more than a day no clock does. */
export const MOST_AHEAD_HOURS = 24;
