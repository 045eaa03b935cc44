/**
 * The interface between billing and payment providers (docs/contract/billing.md#checkout). A provider uses its vendor's
 * documented API and does not know our tables; billing (server/modules/account/billing) does not know the vendors.
 * server/modules/account/billing/payments/providers.ts chooses the provider for a currency.
 */
import type { PaidPlanId } from '@/server/modules/account/billing/plans';
import type { Currency } from '@/server/modules/account/billing/schema';

export type PaymentProviderId = 'sandbox' | 'xendit' | 'paypal';
export type { Currency };

/** The providers whose `renew` is null, for callers that know a provider only by its id. */
export const RENEWS_BY_ITSELF: ReadonlySet<PaymentProviderId> = new Set(['paypal']);

/** The purchase that a checkout is for. */
export interface CheckoutRequest {
  /** Our invoice's id: the provider gets it and returns it in its callbacks. Also the idempotency key at the vendor. */
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

/** The vendor's ids of a checkout, and the address of its page for the merchant. */
export interface Checkout {
  subscriptionId: string;
  invoiceId: string;
  checkoutSessionId: string;
  checkoutUrl: string;
}

/** The request for the next period's payment of a subscription that was paid before. */
export interface RenewalRequest extends CheckoutRequest {
  subscriptionId: string;
  periodStart: Date;
  periodEnd: Date;
}

/** The content of a verified callback. Every callback becomes a PaymentEvent, or null when billing does not need it. */
export interface PaymentEvent {
  /** The vendor's id of the event, by which the event counts once. */
  id: string;
  /** The vendor's own name of the event, for the record. */
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
   * Opens a checkout. A repeated call with the same invoiceId opens no second one.
   * @throws AppError PLAN_NOT_CONFIGURED when the plan has no product or price at the vendor, CHECKOUT_FAILED for any
   * other failure
   */
  checkout(request: CheckoutRequest): Promise<Checkout>;
  /**
   * Closes an unpaid checkout, so that nobody can pay it. A paid checkout stays, and a closed one stays closed. If the
   * vendor cannot close a checkout that nobody has begun to pay, a later payment still counts.
   * @throws AppError CANCEL_FAILED
   */
  close(checkout: Pick<Checkout, 'subscriptionId' | 'invoiceId'>): Promise<void>;
  /**
   * Ends a subscription at the vendor; a subscription that has ended already is no error.
   * @param openInvoiceIds the vendor's ids of its open invoices: a vendor with independent invoices closes them too
   * @throws AppError CANCEL_FAILED
   */
  cancel(subscriptionId: string, openInvoiceIds: readonly string[]): Promise<void>;
  /**
   * Requests the next period's payment; the outcome comes by callback. A repeated call with the same invoiceId requests
   * no second payment. checkoutUrl: the page for paying by hand; null when nobody has to. `renew` itself is null for a
   * vendor that renews by itself and reports renewals by callbacks.
   * @throws AppError CHECKOUT_FAILED
   */
  readonly renew:
    | ((request: RenewalRequest) => Promise<{ upstreamInvoiceId: string; checkoutUrl: string | null }>)
    | null;
  /**
   * Checks the signature of a callback and reads it.
   * @throws AppError INVALID_SIGNATURE, VALIDATION
   */
  read(callback: IncomingPaymentCallback): Promise<PaymentEvent | null>;
}
