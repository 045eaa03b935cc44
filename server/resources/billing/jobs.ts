/** Billing's part of the worker. */
import type { Services } from '@/server/context';
import { workspaceDb, type WorkspaceDb } from '@/server/db/workspace';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { endUpstream, noteEnd } from '@/server/resources/billing/cancel';
import { closeUpstream } from '@/server/resources/billing/close-checkouts';
import { CLOSE_CHECKOUT, END_SUBSCRIPTION, RENEW } from '@/server/resources/billing/job-kinds';
import { askAgain, endAgain, workspacesWithLost } from '@/server/resources/billing/lost-jobs';
import { askForRenewal, startRenewal } from '@/server/resources/billing/renew';
import { lockBilling, settle } from '@/server/resources/billing/settle';
import { z } from 'zod';

const ofWorkspace = (services: Services, accountId: string): WorkspaceDb =>
  workspaceDb(services.database, {
    accountId,
    actor: { kind: 'system', id: null, partnerId: null, onBehalfOf: null },
    now: now(),
  });

export const renewJob = defineJob({
  ...RENEW,
  run: (services, { accountId, invoiceId }) => askForRenewal(services, ofWorkspace(services, accountId), invoiceId),
});

export const closeCheckoutJob = defineJob({
  ...CLOSE_CHECKOUT,
  run: (services, { accountId, invoiceId }) => closeUpstream(services, ofWorkspace(services, accountId), invoiceId),
});

export const endSubscriptionJob = defineJob({
  ...END_SUBSCRIPTION,
  async run(services, { accountId, invoiceId }) {
    const db = ofWorkspace(services, accountId);
    const first = await db.prisma.invoice.findUnique({ where: { accountId_id: { accountId, id: invoiceId } } });
    // By its own id when the provider's answer to the checkout was lost: then there is nothing that could be named to it.
    if (first === null || first.upstreamSubscriptionId === null || first.endedAt !== null) return;
    await endUpstream(services, db, first.provider, first.upstreamSubscriptionId);
    await noteEnd(db, first.provider, first.upstreamSubscriptionId);
  },
});

/** Of one round; what is left comes in the next minute. */
const BATCH = 500;

const RENEWALS_DUE = {
  name: 'billing.renewals-due',
  text: `SELECT s."accountId" FROM "Subscription" s WHERE s."renewsAt" <= $1 ORDER BY s."renewsAt" LIMIT ${BATCH}`,
};
const EXPIRED = {
  name: 'billing.expired',
  text: `SELECT DISTINCT i."accountId" FROM (SELECT "accountId" FROM "Invoice" WHERE status = 'open' AND "expiresAt" <= $1 ORDER BY "expiresAt" LIMIT ${BATCH}) i`,
};

/** An invoice that nobody has paid in time (4 §J); of a renewal that means that the next period is not paid. */
async function voidUnpaid(services: Services, db: WorkspaceDb): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(lockBilling);
    await tx.prisma.invoice.updateMany({
      where: { status: 'open', expiresAt: { lte: tx.now } },
      data: { status: 'void', updatedAt: tx.now },
    });
    await settle(tx, services.payments);
  });
}

/** Runs by the service's clock. Each workspace on its own, so that one that fails holds up no other. */
export const sweepBillingJob = defineJob({
  name: 'billing.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  atStart: true,
  async run(services) {
    const rounds = [
      { query: EXPIRED, act: voidUnpaid },
      { query: RENEWALS_DUE, act: startRenewal },
      { query: workspacesWithLost('renewal', BATCH), act: askAgain },
      { query: workspacesWithLost('end', BATCH), act: endAgain },
    ];
    let failed = 0;
    for (const { query, act } of rounds) {
      const { rows } = await services.database.pool.query<{ accountId: string }>({ ...query, values: [now()] });
      for (const { accountId } of rows) {
        await act(services, ofWorkspace(services, accountId)).catch((error: unknown) => {
          failed += 1;
          services.log.error({ err: error, accountId }, 'billing could not be swept');
        });
      }
    }
    if (failed > 0) throw new Error(`${failed} workspaces could not be swept.`);
  },
});
