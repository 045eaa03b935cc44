import type { Outputs } from '@/app/trpc';
import { type MessageStatus, type StatusCounts } from '@/server/modules/messaging/broadcasts/schema';
import { RECIPIENT_STATES } from '@/server/modules/messaging/broadcasts/vocabulary';

export type Broadcast = Outputs['broadcasts']['get'];
export type Template = Outputs['broadcasts']['templates']['get'];
export type BroadcastSummary = Outputs['broadcasts']['overview']['items'][number];

const sum = (counts: StatusCounts, statuses: readonly MessageStatus[]): number =>
  statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);

/** The figures that people ask for, from the counts by status. */
export function figuresOf(counts: StatusCounts) {
  return {
    total: Object.values(counts).reduce((total, count) => total + count, 0),
    waiting: sum(counts, RECIPIENT_STATES.waiting),
    sent: sum(counts, RECIPIENT_STATES.sent),
    delivered: sum(counts, RECIPIENT_STATES.delivered),
    opened: sum(counts, RECIPIENT_STATES.opened),
    clicked: counts.clicked ?? 0,
    bounced: counts.bounced ?? 0,
    failed: counts.failed ?? 0,
    skipped: counts.skipped ?? 0,
  };
}

/** Checks whether it can still be changed: the server refuses the rest. */
export const isEditable = ({ status }: Pick<Broadcast, 'status'>): boolean =>
  status === 'draft' || status === 'scheduled' || status === 'paused';
