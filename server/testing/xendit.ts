/**
 * Xendit stood in for: the hosted invoices of https://developers.xendit.co/api-reference/#invoices and the callback of
 * an invoice. It is strict where Xendit is: Basic authentication with the secret key and no password, JSON, the
 * documented fields in their documented types and no others. It keeps no idempotency key for invoices, as Xendit does not.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { PaymentVendor, type Asked, type Delivery, type Scripted } from '@/server/testing/payment-vendor';

const emails = z.array(z.enum(['email', 'whatsapp', 'sms', 'viber'])).optional();

const createInvoice = z.strictObject({
  external_id: z.string().min(1).max(255),
  amount: z.number().positive(),
  currency: z.literal('IDR'),
  description: z.string().min(1).optional(),
  payer_email: z.email().optional(),
  customer: z
    .strictObject({
      given_names: z.string().min(1).optional(),
      surname: z.string().optional(),
      email: z.email().optional(),
      mobile_number: z.string().optional(),
    })
    .optional(),
  customer_notification_preference: z
    .strictObject({ invoice_created: emails, invoice_reminder: emails, invoice_paid: emails })
    .optional(),
  invoice_duration: z.number().int().min(1).max(31_536_000).optional(),
  items: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        quantity: z.number().int().positive(),
        price: z.number(),
        category: z.string().optional(),
        url: z.url().optional(),
      }),
    )
    .optional(),
  success_redirect_url: z.url().optional(),
  failure_redirect_url: z.url().optional(),
});

export interface XenditInvoice extends z.output<typeof createInvoice> {
  id: string;
  user_id: string;
  status: 'PENDING' | 'PAID' | 'SETTLED' | 'EXPIRED';
  merchant_name: string;
  invoice_url: string;
  expiry_date: string;
  created: string;
  updated: string;
}

export const XENDIT_KEY = 'xnd_development_P4qDfOss0OCpl8RtKrROHjaQYNCk9dN5';
export const XENDIT_TOKEN = 'callback-token-of-this-business-1234567890';

const fault = (status: number, error_code: string, message: string): Scripted => ({
  status,
  body: { error_code, message },
});

export class XenditStandIn extends PaymentVendor {
  readonly invoices = new Map<string, XenditInvoice>();

  get settings() {
    return { secretKey: XENDIT_KEY, callbackToken: XENDIT_TOKEN, base: this.base };
  }

  /** The newest invoice for our id. */
  invoiceOf(externalId: string): XenditInvoice {
    const found = [...this.invoices.values()].findLast(({ external_id }) => external_id === externalId);
    if (found === undefined) throw new Error(`Xendit has no invoice ${externalId}.`);
    return found;
  }

  /** Pays an invoice, or lets it expire, and says so in a callback. */
  callback(
    externalId: string,
    status: 'PAID' | 'SETTLED' | 'EXPIRED',
    more: object = {},
    token = XENDIT_TOKEN,
  ): Delivery {
    const invoice = this.invoiceOf(externalId);
    const updated = new Date().toISOString();
    Object.assign(invoice, { status, updated });
    const {
      id,
      user_id,
      external_id,
      merchant_name,
      amount,
      payer_email,
      description,
      created,
      currency,
      success_redirect_url,
      failure_redirect_url,
    } = invoice;
    const paid =
      status === 'EXPIRED'
        ? {}
        : {
            paid_amount: amount,
            paid_at: updated,
            payment_method: 'QR_CODE',
            payment_channel: 'QRIS',
            payment_id: 'qrpy_5c8d3c5e',
            payment_destination: 'QRIS',
          };
    const body = {
      id,
      external_id,
      user_id,
      is_high: false,
      status,
      merchant_name,
      amount,
      payer_email,
      description,
      created,
      updated,
      currency,
      success_redirect_url,
      failure_redirect_url,
      ...paid,
      ...more,
    };
    return {
      headers: { 'content-type': 'application/json', 'x-callback-token': token },
      body: Buffer.from(JSON.stringify(body)),
    };
  }

  protected serve({ method, path, query, headers, body }: Asked): Scripted {
    if (headers.authorization !== `Basic ${Buffer.from(`${XENDIT_KEY}:`).toString('base64')}`)
      return fault(401, 'INVALID_API_KEY', 'API key is not authorized for this API service');
    if (method === 'POST' && path === '/v2/invoices') return this.create(headers, body);
    if (method === 'GET' && path === '/v2/invoices') {
      const found = [...this.invoices.values()]
        .filter(({ external_id }) => external_id === query.get('external_id'))
        .reverse();
      return { status: 200, body: found.slice(0, Number(query.get('limit') ?? 10)) };
    }
    const [, id, expire] = /^\/(?:v2\/)?invoices\/([^/]+)(\/expire!)?$/.exec(path) ?? [];
    const invoice = id === undefined ? undefined : this.invoices.get(decodeURIComponent(id));
    if (invoice === undefined) return fault(404, 'INVOICE_NOT_FOUND_ERROR', 'Could not find invoice by given id');
    if (expire === undefined)
      return method === 'GET' ? { status: 200, body: invoice } : fault(404, 'NOT_FOUND', 'Not found');
    if (invoice.status !== 'PENDING') return fault(400, 'INVALID_INVOICE_STATUS', `Invoice is ${invoice.status}`);
    Object.assign(invoice, { status: 'EXPIRED', updated: new Date().toISOString() });
    return { status: 200, body: invoice };
  }

  private create(headers: Record<string, string>, body: string): Scripted {
    if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
      return fault(400, 'INVALID_JSON_FORMAT', 'The request body is not JSON');
    const parsed = createInvoice.safeParse(JSON.parse(body));
    if (!parsed.success) return fault(400, 'API_VALIDATION_ERROR', z.prettifyError(parsed.error));
    const id = randomBytes(12).toString('hex');
    const now = new Date();
    const invoice: XenditInvoice = {
      ...parsed.data,
      id,
      user_id: '5848fdf860053555135587e7',
      status: 'PENDING',
      merchant_name: 'Laris',
      invoice_url: `https://checkout-staging.xendit.co/web/${id}`,
      expiry_date: new Date(now.getTime() + (parsed.data.invoice_duration ?? 86_400) * 1000).toISOString(),
      created: now.toISOString(),
      updated: now.toISOString(),
    };
    this.invoices.set(id, invoice);
    return { status: 200, body: invoice };
  }
}
