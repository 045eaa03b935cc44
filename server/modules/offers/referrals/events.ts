/** The events about referrals (docs/contract/referrals.md): an attribution begins, and how it ends. */
import * as z from 'zod';
import { defineEvents } from '@/server/platform/outbox/declaration';
import { presentAttribution, type AttributionRow } from '@/server/modules/offers/referrals/rows';
import { attribution } from '@/server/modules/offers/referrals/schema';

const payload = z.object({ attribution });

const ENDS = {
  rewarded: 'svc.referral.fulfilled.v1',
  voided: 'svc.referral.voided.v1',
  expired: 'svc.referral.expired.v1',
} as const;
const isEnd = (status: string): status is keyof typeof ENDS => status in ENDS;

export const attributionEvents = defineEvents<AttributionRow>({
  table: 'ReferralAttribution',
  on: ['insert', 'update'],
  subject: 'id',
  payloads: {
    'svc.referral.created.v1': payload,
    'svc.referral.fulfilled.v1': payload,
    'svc.referral.voided.v1': payload,
    'svc.referral.expired.v1': payload,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => payload.parse({ attribution: presentAttribution(after) });
    if (before === null) return [{ type: 'svc.referral.created.v1', data }];
    return after.status !== before.status && isEnd(after.status) ? [{ type: ENDS[after.status], data }] : [];
  },
});
