/**
 * USD payments through PayPal's Subscriptions API v1 (https://developer.paypal.com/docs/api/subscriptions/v1/): `POST
 * /v1/billing/subscriptions` and `POST /v1/billing/subscriptions/:id/cancel`. PayPal collects each period by itself and
 * reports it by webhook (paypal-events.ts).
 *
 * PayPal has its own products and plans: the operator creates one for each of our plans (PAYPAL_PLAN_*). Each request
 * contains the price that the merchant saw, which overrides the price of PayPal's plan, so the two always agree.
 */
import { AppError } from '@/server/platform/errors';
import { PaypalApi, type PaypalSettings } from '@/server/modules/account/billing/payments/paypal-api';
import { readEvent, verify } from '@/server/modules/account/billing/payments/paypal-events';
import { decimalOf } from '@/server/modules/account/billing/payments/paypal-money';
import type { Checkout, CheckoutRequest, PaymentProvider } from '@/server/modules/account/billing/payments/payment';
import { failingAs, payableAt, VendorRefusal } from '@/server/modules/account/billing/payments/vendor-answer';
import { listAt, textAt } from '@/server/platform/vendors/json';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import type { Transport } from '@/server/platform/vendors/provider';

/** Make one object for the process, because the object keeps the token. */
export function paypalPayments(settings: PaypalSettings, transport: Transport): PaymentProvider {
  const api = new PaypalApi(settings, transport);

  async function checkout(request: CheckoutRequest): Promise<Checkout> {
    const planId = settings.plans[request.plan];
    if (planId === undefined) throw new AppError('PLAN_NOT_CONFIGURED');
    const subscription = await api
      .post('/v1/billing/subscriptions', JSON.stringify(wanted(request, planId)), request.invoiceId)
      .catch((error: unknown) => {
        // The only id that the request names is the plan's: PayPal does not know it.
        if (error instanceof VendorRefusal && error.status === 404 && error.code.includes('RESOURCE_NOT_FOUND'))
          throw new AppError('PLAN_NOT_CONFIGURED', { cause: error });
        throw error;
      });
    const id = textAt(subscription, 'id');
    if (id === undefined) throw new Error('PayPal gave the subscription no id.');
    const url = payableAt(
      'PayPal',
      textAt(
        listAt(subscription, 'links').find((link) => textAt(link, 'rel') === 'approve'),
        'href',
      ),
    );
    // PayPal issues no invoice, each sale has an id of its own: until the first one the subscription's stands for it.
    return {
      subscriptionId: id,
      invoiceId: id,
      checkoutSessionId: new URL(url).searchParams.get('ba_token') ?? id,
      checkoutUrl: url,
    };
  }

  async function cancel(subscriptionId: string): Promise<void> {
    try {
      await api.post(
        `/v1/billing/subscriptions/${pathSegment(subscriptionId)}/cancel`,
        JSON.stringify({ reason: 'Canceled by the customer.' }),
      );
    } catch (error) {
      // It can only be canceled while it is active or suspended: in any other state nothing will be collected.
      if (error instanceof VendorRefusal && error.status === 422 && error.code.includes('SUBSCRIPTION_STATUS_INVALID'))
        return;
      throw error;
    }
  }

  return {
    id: 'paypal',
    checkout: (request) => failingAs('CHECKOUT_FAILED', () => checkout(request)),
    // One that nobody has approved yet cannot be canceled at PayPal; should somebody approve it, its sale counts.
    close: ({ subscriptionId }) => failingAs('CANCEL_FAILED', () => cancel(subscriptionId)),
    cancel: (subscriptionId) => failingAs('CANCEL_FAILED', () => cancel(subscriptionId)),
    renew: null,
    read: async (callback) => {
      await verify(callback, api, settings.webhookId);
      return readEvent(callback.body);
    },
  };
}

/** The body of `POST /v1/billing/subscriptions`. Nothing is shipped, so no address is asked for. */
function wanted(request: CheckoutRequest, planId: string): object {
  return {
    plan_id: planId,
    custom_id: request.invoiceId,
    plan: {
      billing_cycles: [
        {
          sequence: 1,
          pricing_scheme: { fixed_price: { value: decimalOf(request.amount), currency_code: request.currency } },
        },
      ],
    },
    subscriber: { email_address: request.email },
    application_context: {
      brand_name: 'Laris',
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      payment_method: { payer_selected: 'PAYPAL', payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
      return_url: request.returnUrl,
      cancel_url: request.returnUrl,
    },
  };
}
