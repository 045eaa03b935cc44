/** The monthly tables of deliveries (docs/contract/webhooks.md#delivery-row), by the time in the deliveries' ids. */
import { firstIdOf } from '@/server/platform/db/new-id';
import type { MonthlyTable } from '@/server/platform/jobs/months';
import { keptSince } from '@/server/platform/lib/retention';

export const DELIVERIES: MonthlyTable = {
  table: 'WebhookDelivery',
  column: 'id',
  boundOf: firstIdOf,
  // Whoever looks for what is due looks into each of them.
  ahead: 1,
  keptSince: (now) => keptSince('deliveries', now),
  refersTo: ['WebhookEndpoint'],
  // Sent once more by hand, or by an endpoint that is slow.
  outliving: `"claimableAt" IS NOT NULL`,
};
