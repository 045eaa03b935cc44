/** The payment sandbox's jobs for the worker. */
import * as z from 'zod';
import { defineWorkspaceJob } from '@/server/platform/jobs/job';

/** Sends a callback; `body` is the event's text, so that a second attempt sends the same. */
export const sandboxCallBackJob = defineWorkspaceJob({
  name: 'payment-sandbox.call-back',
  payload: z.object({ body: z.string() }),
  run: async (services, _db, { body }) =>
    (await import('@/server/modules/account/billing/payments/sandbox-callback')).callBack(services, body),
});

/** Charges the owed invoice again, with the outcome that an operator has set. */
export const sandboxChargeAgainJob = defineWorkspaceJob({
  name: 'payment-sandbox.charge-again',
  payload: z.object({}),
  key: (_, accountId) => `payment-sandbox.charge-again:${accountId}`,
  run: async ({ settings }, db) =>
    (await import('@/server/modules/account/billing/payments/sandbox-ledger')).chargeAgain(db, settings),
});
