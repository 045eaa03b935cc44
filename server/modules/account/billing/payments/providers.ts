/** The payment providers (docs/contract/billing.md#checkout): one line for each, chosen by currency. */
import type { Services } from '@/server/platform/access/context';
import { now } from '@/server/platform/lib/clock';
import type { Currency, PaymentProvider, PaymentProviderId } from '@/server/modules/account/billing/payments/payment';
import { paypalPayments } from '@/server/modules/account/billing/payments/paypal';
import { sandboxPayments } from '@/server/modules/account/billing/payments/sandbox';
import { xenditPayments } from '@/server/modules/account/billing/payments/xendit';

export interface PaymentProviders {
  /** Returns the provider that takes this currency; null where the operator has set up nobody. */
  of(currency: Currency): PaymentProvider | null;
  /** By its id, for callbacks and for what was begun there; null when it is unknown or not set up. */
  find(id: string): PaymentProvider | null;
}

const TAKES: Record<'sandbox' | 'live', Record<Currency, PaymentProviderId>> = {
  sandbox: { IDR: 'sandbox', USD: 'sandbox' },
  live: { IDR: 'xendit', USD: 'paypal' },
};

/** The sandbox and the vendors never stand beside each other: what one of them was paid is not real. */
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
