/**
 * From when an answer of the inbox may be handed over: before whatever else waits on its channel, for the queue of a
 * channel goes by this instant. One that has to be tried again waits like all others.
 */
export const URGENT = new Date(0);
