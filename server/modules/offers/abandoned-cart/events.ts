/** The events about cart reminders and buyers who want none (docs/contract/abandoned-cart.md). */
import * as z from 'zod';
import type { BuyerEmailPreference } from '@/prisma/generated/client';
import { defineEvents } from '@/server/platform/outbox/declaration';
import { presentSummary, type SummaryRow } from '@/server/modules/offers/abandoned-cart/rows';
import { reminderSummary, suppression } from '@/server/modules/offers/abandoned-cart/schema';

const reminderEventData = z.object({ reminder: reminderSummary });
const suppressionEventData = z.object({ suppression });

/**
 * A reminder's events leave out the cart's snapshot, which can be large. recoveredAt is the shop's time of the
 * purchase.
 */
export const reminderEvents = defineEvents<SummaryRow & { cartSnapshot: unknown }>({
  table: 'AbandonedCartReminder',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['cartSnapshot'],
  payloads: {
    'svc.abandoned_cart.reminder_sent.v1': reminderEventData,
    'svc.abandoned_cart.recovered.v1': reminderEventData,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => reminderEventData.parse({ reminder: presentSummary(after) });
    if (before === null) return [{ type: 'svc.abandoned_cart.reminder_sent.v1', data }];
    return before.recoveredAt === null && after.recoveredAt !== null
      ? [{ type: 'svc.abandoned_cart.recovered.v1', data }]
      : [];
  },
});

export const suppressionEvents = defineEvents<BuyerEmailPreference>({
  table: 'BuyerEmailPreference',
  on: ['insert', 'update'],
  subject: 'id',
  payloads: { 'svc.abandoned_cart.suppressed.v1': suppressionEventData },
  eventsOf: ({ before, after }) =>
    after?.abandonedCartOptOut === true && before?.abandonedCartOptOut !== true
      ? [{ type: 'svc.abandoned_cart.suppressed.v1', data: () => suppressionEventData.parse({ suppression: after }) }]
      : [],
});
