/**
 * The due time of an inbox answer: earlier than everything else in its channel's queue, which is sorted by this time.
 * An answer that is tried again gets a normal time.
 */
export const URGENT = new Date(0);
