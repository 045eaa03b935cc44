/**
 * The interface that billing asks of a payment provider (docs/contract/billing.md#checkout). A provider speaks its
 * vendor's documented API and knows nothing of our tables; billing (server/modules/account/billing) knows nothing of
 * vendors. Whoever takes payments in a currency is chosen in server/modules/account/billing/payments/providers.ts.
 */
import type { PaidPlanId } from '@/server/modules/account/billing/plans';
import type { Currency } from '@/server/modules/account/billing/schema';

export type PaymentProviderId = 'sandbox' | 'xendit' | 'paypal';
export type { Currency };

/** The providers whose `renew` is null, for callers that know a provider only by its id. */
export const RENEWS_BY_ITSELF: ReadonlySet<PaymentProviderId> = new Set(['paypal']);

/** The thing that a merchant is to pay for. */
export interface CheckoutRequest {
  /**
   * Our invoice's id: the provider is told it and hands it back in its callbacks. Also the idempotency key upstream.
   */
  invoiceId: string;
  accountId: string;
  plan: PaidPlanId;
  /** IDR units, or USD cents. */
  amount: number;
  currency: Currency;
  email: string;
  name: string | null;
  /** The address that the merchant comes back to, paid or not. */
  returnUrl: string;
  expiresAt: Date;
}

/** The upstream ids of a checkout, and where the merchant goes. */
export interface Checkout {
  subscriptionId: string;
  invoiceId: string;
  checkoutSessionId: string;
  checkoutUrl: string;
}

/** The request for what is due for the next period of a subscription that was paid before. */
export interface RenewalRequest extends CheckoutRequest {
  subscriptionId: string;
  periodStart: Date;
  periodEnd: Date;
}

/**
 * The content of a verified callback. Every callback of a vendor becomes one of these, or null when it is of no
 * interest.
 */
export interface PaymentEvent {
  /** The vendor's id of the event: what makes it count once. */
  id: string;
  /** The vendor's own name of it, for the record. */
  type: string;
  /** Upstream time, by which events are ordered. */
  occurredAt: Date;
  outcome: 'paid' | 'failed' | 'expired' | 'canceled';
  /** Our invoice, where the vendor hands our id back; */
  invoiceId: string | null;
  /** else by the vendor's ids. A vendor that renews by itself names a subscription and an invoice that is new to us. */
  upstreamInvoiceId: string | null;
  upstreamSubscriptionId: string | null;
  /** The amount of a payment: checked against the invoice. */
  amount: number | null;
  currency: string | null;
  receiptUrl: string | null;
}

export interface IncomingPaymentCallback {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** The raw bytes, as they were signed. */
  body: Buffer;
}

export interface PaymentProvider {
  readonly id: PaymentProviderId;
  /**
   * Opens a checkout. Asked again with the same invoiceId it opens no second one.
   * @throws AppError PLAN_NOT_CONFIGURED when the plan has no product or price upstream, CHECKOUT_FAILED for anything
   * else
   */
  checkout(request: CheckoutRequest): Promise<Checkout>;
  /**
   * Closes a checkout that nobody has paid, so that nobody can; one that is paid goes on, one that is closed stays so.
   * Where a vendor cannot close what was not begun, a payment that comes after all counts.
   * @throws AppError CANCEL_FAILED
   */
  close(checkout: Pick<Checkout, 'subscriptionId' | 'invoiceId'>): Promise<void>;
  /**
   * Ends a subscription upstream; one that has ended already is no error.
   * @param openInvoiceIds upstream ids of its invoices that can still be paid: a vendor whose invoices stand on their
   * own closes them too
   * @throws AppError CANCEL_FAILED
   */
  cancel(subscriptionId: string, openInvoiceIds: readonly string[]): Promise<void>;
  /**
   * Asks for the next period's payment; its outcome comes by callback. Asked again with the same invoiceId it asks for
   * no second one. checkoutUrl: where the merchant pays by hand, null when there is nothing to do. The whole is null
   * for a vendor that renews by itself, of whose renewals we learn by callbacks.
   * @throws AppError CHECKOUT_FAILED
   */
  readonly renew:
    | ((request: RenewalRequest) => Promise<{ upstreamInvoiceId: string; checkoutUrl: string | null }>)
    | null;
  /**
   * Reads a callback after checking its signature.
   * @throws AppError INVALID_SIGNATURE, VALIDATION
   */
  read(callback: IncomingPaymentCallback): Promise<PaymentEvent | null>;
}
