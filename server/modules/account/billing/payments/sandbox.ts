/**
 * The payment sandbox (docs/contract/billing.md#payment-callbacks): a payment company of its own inside the product,
 * for both currencies, that takes no money.
 */
import type { Services } from '@/server/platform/access/context';
import { accountOfSandboxSubscription } from '@/server/platform/db/payments';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { realNow } from '@/server/platform/lib/clock';
import type { PaymentProvider } from '@/server/modules/account/billing/payments/payment';
import { readSandboxCallback } from '@/server/modules/account/billing/payments/sandbox-callback';
import {
  closeUnpaid,
  endSubscription,
  hostedUrl,
  openSubscription,
  renewSubscription,
} from '@/server/modules/account/billing/payments/sandbox-ledger';
import { failingAs } from '@/server/modules/account/billing/payments/vendor-answer';

/** @param now the service's clock */
export function sandboxPayments(
  { settings, database }: Pick<Services, 'settings' | 'database'>,
  now: () => Date,
): PaymentProvider {
  const open = (accountId: string): WorkspaceDb => systemDb(database, accountId, now());
  const ownerOf = async (subscriptionId: string): Promise<WorkspaceDb> => {
    const accountId = await accountOfSandboxSubscription(database, subscriptionId);
    if (accountId === null) throw new Error('There is no such subscription at the sandbox.');
    return open(accountId);
  };
  return {
    id: 'sandbox',
    checkout: (request) =>
      failingAs('CHECKOUT_FAILED', async () => {
        const invoice = await openSubscription(open(request.accountId), request);
        return {
          subscriptionId: invoice.subscriptionId,
          invoiceId: invoice.id,
          checkoutSessionId: invoice.token,
          checkoutUrl: hostedUrl(settings, invoice),
        };
      }),
    close: ({ subscriptionId }) =>
      failingAs('CANCEL_FAILED', async () => closeUnpaid(await ownerOf(subscriptionId), subscriptionId)),
    cancel: (subscriptionId) =>
      failingAs('CANCEL_FAILED', async () => endSubscription(await ownerOf(subscriptionId), subscriptionId)),
    renew: (request) =>
      failingAs('CHECKOUT_FAILED', async () => {
        const invoice = await renewSubscription(open(request.accountId), settings, request);
        return { upstreamInvoiceId: invoice.id, checkoutUrl: hostedUrl(settings, invoice) };
      }),
    // The signature is judged by the real time, as those of requests are.
    read: (callback) => Promise.resolve().then(() => readSandboxCallback(settings.appSecrets, callback, realNow())),
  };
}
