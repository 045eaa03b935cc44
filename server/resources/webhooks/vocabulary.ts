/** The words that fields of webhooks take, and their bounds. Without zod, so that pages which only show need not carry it. */

export const STATUSES = ['pending', 'sent', 'failed'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

/** How many deliveries an endpoint's health looks at. */
export const COUNTED = 10_000;
