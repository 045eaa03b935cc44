/** The billing jobs for the worker. At most one job waits for each invoice. */
import * as z from 'zod';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

const ofInvoice = z.object({ invoiceId: z.string() });

/** Asks the provider for the payment of a renewal's invoice. */
export const renewJob = defineWorkspaceJob({
  name: 'billing.renew',
  payload: ofInvoice,
  key: ({ invoiceId }) => `billing.renew:${invoiceId}`,
  run: async (services, db, { invoiceId }) =>
    (await import('@/server/modules/account/billing/renew')).askForRenewal(services, db, invoiceId),
});

/** Asks the provider to close an abandoned unpaid checkout. */
export const closeCheckoutJob = defineWorkspaceJob({
  name: 'billing.close-checkout',
  payload: ofInvoice,
  key: ({ invoiceId }) => `billing.close:${invoiceId}`,
  run: async (services, db, { invoiceId }) =>
    (await import('@/server/modules/account/billing/close-checkouts')).closeUpstream(services, db, invoiceId),
});

/** Ends a replaced subscription at its provider; its first invoice identifies it. */
export const endSubscriptionJob = defineWorkspaceJob({
  name: 'billing.end-subscription',
  payload: ofInvoice,
  key: ({ invoiceId }) => `billing.end:${invoiceId}`,
  run: async (services, db, { invoiceId }) =>
    (await import('@/server/modules/account/billing/cancel')).endReplaced(services, db, invoiceId),
});

export const sweepBillingJob = defineCronJob({
  name: 'billing.sweep',
  cron: '* * * * *',
  atStart: true,
  run: async (services) => (await import('@/server/modules/account/billing/sweep')).sweepBilling(services),
});

/** The row of a provider's callback stays, so that an event counts once; its body is deleted. */

const EMPTY = `UPDATE "BillingCallback" c SET body = NULL FROM (
    SELECT o.provider, o."eventId" FROM "BillingCallback" o WHERE o.body IS NOT NULL AND o."receivedAt" < $1
      LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED) old
  WHERE c.provider = old.provider AND c."eventId" = old."eventId"`;

export const emptyCallbacksJob = defineCronJob({
  name: 'billing.empty-callbacks',
  cron: '37 * * * *',
  async run({ database, log }) {
    const emptied = await inBatches(database.pool, EMPTY, [keptSince('callbacks', now())]);
    log.debug({ emptied }, 'payment callbacks emptied');
  },
});
