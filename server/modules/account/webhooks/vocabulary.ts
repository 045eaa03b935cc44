/** The values and bounds of a webhook's fields. Without zod, so that pages that only show webhooks need not load it. */
import { KEPT_DAYS } from '@/server/platform/lib/retention';

export const STATUSES = ['pending', 'sent', 'failed'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

/** Why the service itself switched an endpoint off. */
export const STOPPED_BY = ['gone', 'failing', 'deleting', 'unproven', 'partner'] as const;
export type StoppedBy = (typeof STOPPED_BY)[number];

/** The most endpoints of a workspace, on servers that deliver events. */
export const MOST_ENDPOINTS = 20;

/** For so long a secret signs on after a rotation. */
export const OVERLAP_HOURS = 24;

/** An endpoint that only fails for this many days is switched off; its owner gets a mail WARNED_DAYS before. */
export const FAILING_DAYS = 5;
export const WARNED_DAYS = 1;

/** The number of days within which failed deliveries can be queued again. */
export const RECOVERED_DAYS = KEPT_DAYS.deliveries;

/** The most deliveries that an endpoint's health counts. */
export const COUNTED = 10_000;
