/**
 * The words that fields of webhooks take, and their bounds. Without zod, so that pages which only show need not carry
 * it.
 */
import { KEPT_DAYS } from '@/server/platform/lib/retention';

export const STATUSES = ['pending', 'sent', 'failed'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

/** Why the service itself switched an endpoint off. */
export const STOPPED_BY = ['gone', 'failing', 'deleting', 'unproven', 'partner'] as const;
export type StoppedBy = (typeof STOPPED_BY)[number];

/** Endpoints of a workspace, where events are delivered. */
export const MOST_ENDPOINTS = 20;

/** For so long a secret signs on after a rotation. */
export const OVERLAP_HOURS = 24;

/** After so long of nothing but failures an endpoint is switched off, and its owner is told so long before. */
export const FAILING_DAYS = 5;
export const WARNED_DAYS = 1;

/** The period within which deliveries that were given up can be queued again. */
export const RECOVERED_DAYS = KEPT_DAYS.deliveries;

/** The number of deliveries that an endpoint's health looks at. */
export const COUNTED = 10_000;
