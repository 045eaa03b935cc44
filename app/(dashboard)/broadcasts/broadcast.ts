import type { Outputs } from '@/app/trpc';
import type { MessageStatus, StatusCounts } from '@/server/resources/broadcasts/schema';

export type Broadcast = Outputs['broadcasts']['get'];
export type Template = Outputs['broadcasts']['templates']['get'];
export type BroadcastSummary = Outputs['broadcasts']['overview']['items'][number];

/** Messages that reached the vendor, whatever came of them afterwards. */
const LEFT: readonly MessageStatus[] = ['sent', 'delivered', 'bounced', 'opened', 'clicked'];
/** A status says the furthest a message came: one that was clicked was opened and delivered as well. */
const DELIVERED: readonly MessageStatus[] = ['delivered', 'opened', 'clicked'];
const OPENED: readonly MessageStatus[] = ['opened', 'clicked'];

const sum = (counts: StatusCounts, statuses: readonly MessageStatus[]): number =>
  statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);

/** The figures that people ask for, from the counts by status. */
export function figuresOf(counts: StatusCounts) {
  return {
    total: Object.values(counts).reduce((total, count) => total + count, 0),
    waiting: sum(counts, ['queued', 'sending']),
    sent: sum(counts, LEFT),
    delivered: sum(counts, DELIVERED),
    opened: sum(counts, OPENED),
    clicked: counts.clicked ?? 0,
    bounced: counts.bounced ?? 0,
    failed: counts.failed ?? 0,
    skipped: counts.skipped ?? 0,
  };
}

/** Whether it can still be changed: the server refuses the rest. */
export const isEditable = ({ status }: Pick<Broadcast, 'status'>): boolean =>
  status === 'draft' || status === 'scheduled' || status === 'paused';
