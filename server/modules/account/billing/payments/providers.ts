/** The payment providers (docs/contract/billing.md#checkout): one line for each, chosen by currency. */
import type { Services } from '@/server/platform/access/context';
import { now, realNow } from '@/server/platform/lib/clock';
import type { Currency, PaymentProvider, PaymentProviderId } from '@/server/modules/account/billing/payments/payment';
import { paypalPayments } from '@/server/modules/account/billing/payments/paypal';
import { xenditPayments } from '@/server/modules/account/billing/payments/xendit';
import { accountOfSandboxSubscription } from '@/server/platform/db/payments';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { readSandboxCallback } from '@/server/modules/account/billing/payments/sandbox-callback';
import {
  closeUnpaid,
  endSubscription,
  hostedUrl,
  openSubscription,
  renewSubscription,
} from '@/server/modules/account/billing/payments/sandbox-ledger';
import { failingAs } from '@/server/modules/account/billing/payments/vendor-answer';

// The payment sandbox (docs/contract/billing.md#payment-callbacks): a payment company of its own inside the product,
// for both currencies, that takes no money.

/** @param now the service's clock */
function sandboxPayments(
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

export interface PaymentProviders {
  /** Returns the provider for this currency; null when the operator has set up none. */
  of(currency: Currency): PaymentProvider | null;
  /** Finds a provider by its id, for callbacks and for running subscriptions; null when it is unknown or not set up. */
  find(id: string): PaymentProvider | null;
}

const TAKES: Record<'sandbox' | 'live', Record<Currency, PaymentProviderId>> = {
  sandbox: { IDR: 'sandbox', USD: 'sandbox' },
  live: { IDR: 'xendit', USD: 'paypal' },
};

/** The sandbox and real vendors are never active together, because the sandbox's payments are not real. */
export function paymentProviders({
  settings,
  database,
  transport,
}: Pick<Services, 'settings' | 'database' | 'transport'>): PaymentProviders {
  const { mode, xendit, paypal } = settings.payments;
  const live = (): PaymentProvider[] => [
    ...(xendit === null ? [] : [xenditPayments(xendit, transport, now)]),
    ...(paypal === null ? [] : [paypalPayments(paypal, transport)]),
  ];
  const providers = mode === null ? [] : mode === 'sandbox' ? [sandboxPayments({ settings, database }, now)] : live();
  const find = (id: string): PaymentProvider | null => providers.find((provider) => provider.id === id) ?? null;
  return { find, of: (currency) => (mode === null ? null : find(TAKES[mode][currency])) };
}
