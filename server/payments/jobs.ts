/** The payment sandbox's part of the worker. */
import { workspaceDb } from '@/server/db/workspace';
import { defineJob } from '@/server/jobs/job';
import { now, realNow } from '@/server/lib/clock';
import { callbackRequest } from '@/server/payments/sandbox-callback';
import { CALL_BACK, CHARGE_AGAIN } from '@/server/payments/sandbox-job-kinds';
import { chargeAgain } from '@/server/payments/sandbox-ledger';

export const sandboxCallBackJob = defineJob({
  ...CALL_BACK,
  async run({ settings, transport }, { body }) {
    const { status } = await transport.request(callbackRequest(settings, body, realNow()), { timeoutMs: 10_000 });
    // The queue tries again, as a payment company does.
    if (status !== 200) throw new Error(`The callback of the payment sandbox was answered with ${status}.`);
  },
});

export const sandboxChargeAgainJob = defineJob({
  ...CHARGE_AGAIN,
  run: ({ settings, database }, { accountId }) =>
    chargeAgain(
      workspaceDb(database, {
        accountId,
        actor: { kind: 'system', id: null, partnerId: null, onBehalfOf: null },
        now: now(),
      }),
      settings,
    ),
});
