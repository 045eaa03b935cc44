/**
 * The values and bounds of events (docs/contract/events.md). Without zod, so that pages that only show events need not
 * load it.
 */

/** The names that every shop has. Any other name of 1 to 60 characters is the shop's own. */
export const KNOWN_EVENTS = ['page_viewed', 'product_viewed', 'cart_updated'] as const;
export const NAME_LENGTH = 60;
/** The most events in one call. */
export const MOST_EVENTS = 500;
/** Bytes of the JSON of an event's properties. */
export const PROPERTIES_BYTES = 4 * 1024;

/** The reasons for which a valid event is not stored. */
export const EVENT_REFUSALS = ['TOO_OLD', 'IN_FUTURE'] as const;
export type EventRefusal = (typeof EVENT_REFUSALS)[number];

/** Clocks of shops run ahead by minutes; by more than a day no clock does. */
export const MOST_AHEAD_HOURS = 24;
