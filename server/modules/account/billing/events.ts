/** The webhook events about billing (docs/contract/billing.md): changes of the subscription, and paid invoices. */
import * as z from 'zod';
import type { Subscription } from '@/prisma/generated/client';
import { defineEvents } from '@/server/platform/outbox/declaration';
import { presentInvoice, type InvoiceRow } from '@/server/modules/account/billing/invoices';
import { invoice, subscriptionOutput } from '@/server/modules/account/billing/schema';
import { presentSubscription } from '@/server/modules/account/billing/service';

const subscriptionEventData = z.object({ subscription: subscriptionOutput });
const invoiceEventData = z.object({ invoice });

const isPaidFor = ({ plan, status }: Subscription): boolean => status === 'active' && plan !== 'free';

/** activated: a paid plan became active, from any other state. updated: the plan changed while active. */
function becameOf(before: Subscription | null, after: Subscription) {
  if (isPaidFor(after)) {
    if (before === null || !isPaidFor(before)) return 'activated';
    return after.plan === before.plan ? null : 'updated';
  }
  if (before === null || after.status === before.status) return null;
  return after.status === 'past_due' || after.status === 'canceled' ? after.status : null;
}

export const subscriptionEvents = defineEvents<Subscription>({
  table: 'Subscription',
  on: ['insert', 'update'],
  subject: 'accountId',
  payloads: {
    'svc.billing.subscription_activated.v1': subscriptionEventData,
    'svc.billing.subscription_updated.v1': subscriptionEventData,
    'svc.billing.subscription_past_due.v1': subscriptionEventData,
    'svc.billing.subscription_canceled.v1': subscriptionEventData,
  },
  eventsOf({ before, after }) {
    const became = after === null ? null : becameOf(before, after);
    if (became === null) return [];
    return [
      {
        type: `svc.billing.subscription_${became}.v1`,
        data: () => subscriptionEventData.parse({ subscription: presentSubscription(after) }),
      },
    ];
  },
});

export const invoiceEvents = defineEvents<InvoiceRow>({
  table: 'Invoice',
  on: ['insert', 'update'],
  subject: 'id',
  payloads: { 'svc.billing.invoice_paid.v1': invoiceEventData },
  eventsOf: ({ before, after }) =>
    after?.status === 'paid' && before?.status !== 'paid'
      ? [
          {
            type: 'svc.billing.invoice_paid.v1',
            data: () => invoiceEventData.parse({ invoice: presentInvoice(after) }),
          },
        ]
      : [],
});
