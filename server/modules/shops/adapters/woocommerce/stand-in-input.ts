/**
 * Parses requests to the stand-in: the query of a list, the fields of a coupon or webhook. Refuses as WordPress does.
 */
import type { WooCollection, WooFields, WooFilter } from '@/server/modules/shops/adapters/woocommerce/woo-data';

export const MOST_ROWS = 100;
const ROWS = 10;

/** An error in the form of WordPress. */
export class WooFault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const invalidParameter = (name: string): WooFault =>
  new WooFault(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`);

function integerOf(query: URLSearchParams, name: string, least: number, fallback: number, most: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw invalidParameter(name);
  return number;
}

function idsOf(text: string | null): number[] | null {
  if (text === null || text === '') return null;
  return text.split(',').map((each) => {
    if (!/^\d{1,15}$/.test(each)) throw invalidParameter('include');
    return Number(each);
  });
}

/** Parses a filter's time as written, without a zone: WordPress would convert a zone to the shop's own. */
function filterTimeOf(query: URLSearchParams, name: string): string | null {
  const text = query.get(name);
  if (text === null) return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) || query.get('dates_are_gmt') !== 'true')
    throw invalidParameter(name);
  return text;
}

/** The statuses that a list contains unless the query names one: all except the trash. */
const LISTED: Readonly<Partial<Record<WooCollection, readonly string[]>>> = {
  products: ['publish', 'draft', 'pending', 'private'],
  orders: ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'],
};

export function filterOf(collection: WooCollection, query: URLSearchParams): WooFilter {
  const status = query.get('status') ?? 'any';
  const role = query.get('role') ?? 'customer';
  // Customers know no times of a change.
  const isDated = collection !== 'customers';
  return {
    ids: idsOf(query.get('include')),
    statuses: status === 'any' || status === 'all' ? (LISTED[collection] ?? null) : status.split(','),
    role: collection === 'customers' && role !== 'all' ? role : null,
    code: collection === 'coupons' ? (query.get('code')?.toLowerCase() ?? null) : null,
    createdAfter: isDated ? filterTimeOf(query, 'after') : null,
    modifiedAfter: isDated ? filterTimeOf(query, 'modified_after') : null,
  };
}

export const windowOf = (query: URLSearchParams): { offset: number; limit: number; descending: boolean } => {
  const limit = integerOf(query, 'per_page', 1, ROWS, MOST_ROWS);
  const page = integerOf(query, 'page', 1, 1, Number.MAX_SAFE_INTEGER);
  return {
    limit,
    offset: integerOf(query, 'offset', 0, (page - 1) * limit, Number.MAX_SAFE_INTEGER),
    descending: (query.get('order') ?? 'desc') === 'desc',
  };
};

/** Two decimals, as coupons are answered with. */
function decimalOf(value: unknown, name: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^(?:\d{1,15}(?:\.\d{1,10})?)?$/.test(text)) throw invalidParameter(name);
  return Number(text).toFixed(2);
}

/** Parses an end that has a zone; '' removes the end. */
function endOf(value: unknown): string | null {
  if (value === '' || value === undefined || value === null) return null;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value))
    throw invalidParameter('date_expires');
  return value.slice(0, -1);
}

/** 0 is no limit. */
const limitOf = (value: unknown): unknown => (value === 0 || value === undefined ? null : value);

export const NEW_COUPON: WooFields = {
  status: 'publish',
  discount_type: 'fixed_cart',
  amount: '0.00',
  date_expires_gmt: null,
  usage_count: 0,
  individual_use: false,
  product_ids: [],
  usage_limit: null,
  usage_limit_per_user: null,
  limit_usage_to_x_items: null,
  free_shipping: false,
  minimum_amount: '0.00',
  meta_data: [],
};

export function couponFields(sent: WooFields): WooFields {
  const { code, amount, minimum_amount: minimum, date_expires: end, date_expires_gmt: _unheard, ...rest } = sent;
  const limits = ['usage_limit', 'usage_limit_per_user', 'limit_usage_to_x_items'].filter((name) => name in rest);
  return {
    ...rest,
    ...Object.fromEntries(limits.map((name) => [name, limitOf(rest[name])])),
    ...(code === undefined ? {} : { code: typeof code === 'string' ? code.toLowerCase() : '' }),
    ...(amount === undefined ? {} : { amount: decimalOf(amount, 'amount') }),
    ...(minimum === undefined ? {} : { minimum_amount: decimalOf(minimum, 'minimum_amount') }),
    ...(end === undefined || end === null ? {} : { date_expires_gmt: endOf(end) }),
  };
}

const TOPIC = /^(?:product|customer|order|coupon)\.(?:created|updated|deleted|restored)$/;

export function webhookFields(sent: WooFields): WooFields {
  const { topic, status } = sent;
  if (topic !== undefined && (typeof topic !== 'string' || !TOPIC.test(topic)))
    throw new WooFault(400, 'woocommerce_rest_invalid_webhook_topic', 'Webhook topic must be valid.');
  if (status !== undefined && (typeof status !== 'string' || !['active', 'paused', 'disabled'].includes(status)))
    throw invalidParameter('status');
  return sent;
}
