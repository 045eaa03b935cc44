/**
 * PayPal stood in for: OAuth, the Subscriptions API v1 and webhooks as https://developer.paypal.com/docs/api/subscriptions/v1/
 * and https://developer.paypal.com/api/rest/webhooks/ document them. It is strict where PayPal is: bearer tokens that it
 * gave, JSON with the documented fields and no others, one subscription for each PayPal-Request-Id. It signs webhooks
 * as PayPal does, RSA-SHA256 over `id|time|webhook id|CRC32 of the bytes`, and checks that over the bytes it is given back.
 */
import { generateKeyPairSync, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { PaymentVendor, type Asked, type Delivery, type Scripted } from '@/server/testing/payment-vendor';

export const PAYPAL_ID = 'AXtpLNtTg9LgGHd5XUb2cxBJeLfaVhW8nQ';
export const PAYPAL_SECRET = 'EC9qYw+secret/of-this-app-7Kpz2';
const WEBHOOK_ID = '8PT597110X687430LKGECATA';
/** Our plans as the operator has made them at PayPal. */
export const PAYPAL_PLANS = {
  starter: 'P-5ML4271244454362WXNWU5NQ',
  growth: 'P-7GL4271244454362WXNWU5NR',
  scale: 'P-9AB4271244454362WXNWU5NS',
};

const money = z.strictObject({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().regex(/^\d+\.\d\d$/) });

const createSubscription = z.strictObject({
  plan_id: z.string().regex(/^P-[A-Z0-9]{24}$/),
  custom_id: z.string().min(1).max(127).optional(),
  plan: z
    .strictObject({
      billing_cycles: z.array(
        z.strictObject({ sequence: z.number().int().min(1), pricing_scheme: z.strictObject({ fixed_price: money }) }),
      ),
    })
    .optional(),
  subscriber: z.strictObject({ email_address: z.email() }).optional(),
  application_context: z.strictObject({
    brand_name: z.string().max(127).optional(),
    shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
    user_action: z.enum(['CONTINUE', 'SUBSCRIBE_NOW']).optional(),
    payment_method: z
      .strictObject({
        payer_selected: z.string(),
        payee_preferred: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']),
      })
      .optional(),
    return_url: z.url(),
    cancel_url: z.url(),
  }),
});

const cancelSubscription = z.strictObject({ reason: z.string().min(1).max(128) });

const verifySignature = z.strictObject({
  auth_algo: z.string().regex(/^[a-zA-Z0-9]+$/),
  cert_url: z.url(),
  transmission_id: z.string().regex(/^(?!\d+$)\w\S+/),
  // The documented pattern asks for a letter or digit first; one signature of 32 begins with + or /, and PayPal's do too.
  transmission_sig: z.string().regex(/^(?!\d+$)[\w+/]\S+/),
  transmission_time: z.iso.datetime(),
  webhook_id: z.string().regex(/^[a-zA-Z0-9]+$/),
  webhook_event: z.looseObject({}),
});

interface PaypalSubscription {
  id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  body: z.output<typeof createSubscription>;
}

const fault = (status: number, name: string, issue?: string): Scripted => ({
  status,
  body: {
    name,
    message: `${name} as PayPal words it.`,
    debug_id: '90957fca61718',
    details: issue === undefined ? [] : [{ issue, description: `${issue} as PayPal words it.` }],
    links: [],
  },
});

const upper = (bytes: number): string => randomBytes(bytes).toString('hex').toUpperCase();

export class PaypalStandIn extends PaymentVendor {
  readonly subscriptions = new Map<string, PaypalSubscription>();
  /** The plans that it knows. */
  readonly plans = new Set<string>(Object.values(PAYPAL_PLANS));
  private readonly replies = new Map<string, Scripted>();
  private readonly tokens = new Set<string>();
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  get settings() {
    return {
      clientId: PAYPAL_ID,
      clientSecret: PAYPAL_SECRET,
      webhookId: WEBHOOK_ID,
      base: this.base,
      plans: { ...PAYPAL_PLANS },
    };
  }

  /** Takes every token back. */
  revokeTokens(): void {
    this.tokens.clear();
  }

  /** The subscription of our invoice. */
  subscriptionOf(customId: string): PaypalSubscription {
    const found = [...this.subscriptions.values()].find(({ body }) => body.custom_id === customId);
    if (found === undefined) throw new Error(`PayPal has no subscription for ${customId}.`);
    return found;
  }

  /** A sale of a subscription, thus of its first period or a later one. */
  sale(id: string, more: object = {}): Delivery {
    const { body } = this.subscriptions.get(id)!;
    const { value = '0.00', currency_code = 'USD' } = body.plan?.billing_cycles[0]?.pricing_scheme.fixed_price ?? {};
    const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    return this.webhook('PAYMENT.SALE.COMPLETED', 'sale', {
      id: upper(8).slice(0, 17),
      state: 'completed',
      billing_agreement_id: id,
      amount: { total: value, currency: currency_code, details: { subtotal: value } },
      payment_mode: 'INSTANT_TRANSFER',
      custom: body.custom_id,
      transaction_fee: { currency: currency_code, value: '0.72' },
      protection_eligibility: 'ELIGIBLE',
      create_time: at,
      update_time: at,
      links: [],
      ...more,
    });
  }

  /** The payer approves: PayPal activates the subscription, and says so. */
  approve(id: string): Delivery {
    return this.moved(id, 'ACTIVE', 'BILLING.SUBSCRIPTION.ACTIVATED');
  }

  moved(id: string, status: PaypalSubscription['status'], type: string): Delivery {
    const subscription = this.subscriptions.get(id)!;
    subscription.status = status;
    const { plan_id, custom_id, subscriber } = subscription.body;
    return this.webhook(type, 'subscription', {
      id,
      plan_id,
      custom_id,
      status,
      status_update_time: new Date().toISOString(),
      quantity: '1',
      subscriber,
      billing_info: { outstanding_balance: { currency_code: 'USD', value: '0.0' }, failed_payments_count: 0 },
      links: [],
    });
  }

  /** A webhook, signed. Its JSON is spaced as no serializer of ours would write it, for only the bytes verify. */
  webhook(type: string, resourceType: string, resource: object, at = new Date()): Delivery {
    const event = {
      id: `WH-${upper(8)}-${upper(8)}`,
      event_version: '1.0',
      create_time: at.toISOString(),
      resource_type: resourceType,
      event_type: type,
      summary: 'A webhook.',
      resource,
      links: [],
    };
    return this.signed(
      Buffer.from(JSON.stringify(event).replace('{"id":', '{ "id" : ').replaceAll('"0.0"', '"\\u0030.0"')),
    );
  }

  signed(body: Buffer): Delivery {
    const id = randomUUID();
    const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const signature = sign('sha256', signedText(id, time, body), this.keys.privateKey).toString('base64');
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-auth-version': 'v2',
        'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
        'paypal-transmission-id': id,
        'paypal-transmission-sig': signature,
        'paypal-transmission-time': time,
      },
    };
  }

  protected serve(asked: Asked): Scripted {
    const { method, path, headers, body } = asked;
    if (method === 'POST' && path === '/v1/oauth2/token') return this.token(headers, body);
    if (!this.tokens.has((headers.authorization ?? '').replace(/^Bearer /, '')))
      return {
        status: 401,
        body: { error: 'invalid_token', error_description: 'Token signature verification failed' },
      };
    if (method !== 'POST') return fault(404, 'RESOURCE_NOT_FOUND');
    if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return fault(415, 'UNSUPPORTED_MEDIA_TYPE');
    if (path === '/v1/billing/subscriptions') return this.once(headers['paypal-request-id'], () => this.create(body));
    if (path === '/v1/notifications/verify-webhook-signature') return this.verify(body);
    const [, id] = /^\/v1\/billing\/subscriptions\/([^/]+)\/cancel$/.exec(path) ?? [];
    return id === undefined ? fault(404, 'RESOURCE_NOT_FOUND') : this.cancel(id, body);
  }

  private token(headers: Record<string, string>, body: string): Scripted {
    const basic = `Basic ${Buffer.from(`${PAYPAL_ID}:${PAYPAL_SECRET}`).toString('base64')}`;
    if (headers.authorization !== basic)
      return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } };
    if (
      headers['content-type'] !== 'application/x-www-form-urlencoded' ||
      new URLSearchParams(body).get('grant_type') !== 'client_credentials'
    )
      return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' } };
    const access_token = `A21AA${randomBytes(24).toString('base64url')}`;
    this.tokens.add(access_token);
    return {
      status: 200,
      body: {
        scope: 'https://uri.paypal.com/services/subscriptions',
        access_token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: 31_668,
        nonce: 'nonce',
      },
    };
  }

  private once(requestId: string | undefined, make: () => Scripted): Scripted {
    if (requestId === undefined) return make();
    const reply = this.replies.get(requestId) ?? make();
    if (reply.status < 300) this.replies.set(requestId, reply);
    return reply;
  }

  private create(body: string): Scripted {
    const parsed = createSubscription.safeParse(JSON.parse(body));
    if (!parsed.success) return fault(400, 'INVALID_REQUEST', z.prettifyError(parsed.error));
    if (!this.plans.has(parsed.data.plan_id)) return fault(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    if (
      parsed.data.plan?.billing_cycles.some(
        ({ pricing_scheme }) => pricing_scheme.fixed_price.currency_code !== 'USD',
      ) === true
    )
      return fault(422, 'UNPROCESSABLE_ENTITY', 'CURRENCY_MISMATCH');
    const id = `I-${upper(6)}`;
    this.subscriptions.set(id, { id, status: 'APPROVAL_PENDING', body: parsed.data });
    const self = `${this.base}/v1/billing/subscriptions/${id}`;
    const links = [
      {
        href: `https://www.sandbox.paypal.com/webapps/billing/subscriptions?ba_token=BA-${upper(8)}`,
        rel: 'approve',
        method: 'GET',
      },
      { href: self, rel: 'edit', method: 'PATCH' },
      { href: self, rel: 'self', method: 'GET' },
    ];
    return {
      status: 201,
      body: {
        id,
        status: 'APPROVAL_PENDING',
        create_time: new Date().toISOString(),
        plan_overridden: parsed.data.plan !== undefined,
        links,
      },
    };
  }

  private cancel(id: string, body: string): Scripted {
    const parsed = cancelSubscription.safeParse(JSON.parse(body));
    if (!parsed.success) return fault(400, 'INVALID_REQUEST', z.prettifyError(parsed.error));
    const subscription = this.subscriptions.get(id);
    if (subscription === undefined) return fault(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    if (subscription.status !== 'ACTIVE' && subscription.status !== 'SUSPENDED')
      return fault(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID');
    subscription.status = 'CANCELLED';
    return { status: 204 };
  }

  private verify(body: string): Scripted {
    const parsed = verifySignature.safeParse(JSON.parse(body));
    if (!parsed.success) return fault(400, 'VALIDATION_ERROR', z.prettifyError(parsed.error));
    const { transmission_id, transmission_time, transmission_sig, webhook_id } = parsed.data;
    // The event as it stands in the request, untouched.
    const event = Buffer.from(body.slice(body.indexOf('"webhook_event":') + '"webhook_event":'.length, -1));
    const genuine =
      webhook_id === WEBHOOK_ID &&
      verify(
        'sha256',
        signedText(transmission_id, transmission_time, event),
        this.keys.publicKey,
        Buffer.from(transmission_sig, 'base64'),
      );
    return { status: 200, body: { verification_status: genuine ? 'SUCCESS' : 'FAILURE' } };
  }
}

const signedText = (id: string, time: string, body: Buffer): Buffer =>
  Buffer.from(`${id}|${time}|${WEBHOOK_ID}|${crc32(body)}`);
