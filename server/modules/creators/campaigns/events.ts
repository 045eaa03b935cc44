/** The events about briefs (docs/contract/campaigns.md#who-hears-of-it). */
import * as z from 'zod';
import { defineEvents } from '@/server/platform/outbox/declaration';
import type { BriefRow } from '@/server/modules/creators/campaigns/rows';
import { briefForEvents } from '@/server/modules/creators/campaigns/schema';

const payload = z.object({ campaign: briefForEvents });

const MOVED = {
  open: 'svc.campaign.published.v1',
  closed: 'svc.campaign.closed.v1',
  completed: 'svc.campaign.completed.v1',
} as const;

export const briefEvents = defineEvents<BriefRow>({
  table: 'Brief',
  on: ['update'],
  subject: 'id',
  leftOut: ['brief', 'deliverables'],
  payloads: {
    'svc.campaign.published.v1': payload,
    'svc.campaign.closed.v1': payload,
    'svc.campaign.completed.v1': payload,
  },
  eventsOf({ before, after }) {
    if (after === null || after.status === before?.status) return [];
    if (after.status === 'draft' || after.status === 'archived') return [];
    return [{ type: MOVED[after.status], data: () => payload.parse({ campaign: after }) }];
  },
});
