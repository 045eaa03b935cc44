/**
 * Stands in for a WooCommerce shop: the part of REST v3 that the adapter uses, by its documentation and WooCommerce's
 * own code. The caller stores the rows.
 */
import { createHash, createHmac } from 'node:crypto';
import { isRecord } from '@/server/platform/lib/narrow';
import type { VendorAnswer } from '@/server/platform/vendors/provider';
import {
  WOO_COLLECTIONS,
  type WooCollection,
  type WooData,
  type WooFields,
  type WooFilter,
  type WooKey,
  type WooRow,
} from '@/server/modules/shops/adapters/woocommerce/woo-data';
import {
  couponFields,
  filterOf,
  MOST_ROWS,
  NEW_COUPON,
  webhookFields,
  windowOf,
  WooFault,
} from '@/server/modules/shops/adapters/woocommerce/stand-in-input';

export interface WooRequest {
  method: string;
  /** The path from `/wp-json` on, with its query. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A change in the shop. */
export interface WooChange {
  /** E.g. `order.updated`. */
  topic: string;
  row: WooRow;
}

/** A call of a webhook's address. */
export interface WooCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WooStandIn {
  handle(request: WooRequest): Promise<VendorAnswer>;
  /** Returns the shop's signed webhook calls about a change, one for each matching webhook. */
  webhooksOf(change: WooChange): Promise<WooCall[]>;
  /** Returns the call with which the shop tries an address out. */
  pingOf(webhook: WooRow): WooCall;
}

const answerOf = (status: number, body: unknown, headers: Record<string, string> = {}): VendorAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  body: JSON.stringify(body),
});

/** Writes a time without a zone, as rows do. */
const timeOf = (instant: Date): string => instant.toISOString().slice(0, 19);

function credentialsOf(header: string | undefined): { key: string; secret: string } | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,2000})$/.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const [key = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { key, secret: secret.join(':') };
}

const AUTHENTICATION = 'woocommerce_rest_authentication_error';

function authenticate(key: WooKey | null, secret: string, method: string): void {
  if (key === null) throw new WooFault(401, AUTHENTICATION, 'Consumer key is invalid.');
  if (key.secret !== secret) throw new WooFault(401, AUTHENTICATION, 'Consumer secret is invalid.');
  const wanted = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  if (key.permissions !== 'read_write' && key.permissions !== wanted)
    throw new WooFault(401, AUTHENTICATION, `The API key provided does not have ${wanted} permissions.`);
}

/** Returns the row with the fields that `_fields` names, and without a webhook's secret. */
function shown(row: WooRow, fields: string | null): Record<string, unknown> {
  const names = fields?.split(',');
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => name !== 'secret' && (names === undefined || names.includes(name))),
  );
}

const paged = (rows: readonly unknown[], total: number, limit: number): VendorAnswer =>
  answerOf(200, rows, { 'x-wp-total': String(total), 'x-wp-totalpages': String(Math.ceil(total / limit)) });

const NAMES: Readonly<Record<WooCollection, string>> = {
  products: 'product',
  customers: 'customer',
  orders: 'shop_order',
  coupons: 'shop_coupon',
  webhooks: 'shop_webhook',
};

const NEEDED: Readonly<Partial<Record<WooCollection, readonly string[]>>> = {
  coupons: ['code'],
  webhooks: ['topic', 'delivery_url'],
};

class StandIn implements WooStandIn {
  constructor(
    private readonly data: WooData,
    private readonly now: () => Date,
  ) {}

  async handle(request: WooRequest): Promise<VendorAnswer> {
    try {
      return await this.answer(request);
    } catch (error) {
      if (!(error instanceof WooFault)) throw error;
      const { status, code, message } = error;
      return answerOf(status, { code, message, data: { status } });
    }
  }

  async webhooksOf({ topic, row }: WooChange): Promise<WooCall[]> {
    const filter: WooFilter = {
      ids: null,
      statuses: ['active'],
      role: null,
      code: null,
      createdAfter: null,
      modifiedAfter: null,
    };
    const { rows } = await this.data.list('webhooks', filter, { offset: 0, limit: MOST_ROWS, descending: false });
    const { address } = await this.data.shop();
    const [resource = '', event = ''] = topic.split('.');
    const body = JSON.stringify(event === 'deleted' ? { id: row.id } : row);
    return rows
      .filter((webhook) => webhook.topic === topic)
      .map((webhook) => {
        const secret = typeof webhook.secret === 'string' ? webhook.secret : '';
        const second = Math.floor(this.now().getTime() / 1000);
        return {
          url: String(webhook.delivery_url),
          headers: {
            'Content-Type': 'application/json',
            'X-WC-Webhook-Source': address,
            'X-WC-Webhook-Topic': topic,
            'X-WC-Webhook-Resource': resource,
            'X-WC-Webhook-Event': event,
            'X-WC-Webhook-Signature': createHmac('sha256', secret).update(body).digest('base64'),
            'X-WC-Webhook-ID': String(webhook.id),
            'X-WC-Webhook-Delivery-ID': createHash('md5').update(`${webhook.id}${second}`).digest('hex'),
          },
          body,
        };
      });
  }

  pingOf(webhook: WooRow): WooCall {
    return {
      url: String(webhook.delivery_url),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `webhook_id=${webhook.id}`,
    };
  }

  private async answer({ method, path, headers, body }: WooRequest): Promise<VendorAnswer> {
    const { pathname, searchParams } = new URL(path, 'http://stand-in.invalid');
    if (pathname === '/wp-json/') {
      const { name } = await this.data.shop();
      return answerOf(200, { name, namespaces: ['oembed/1.0', 'wc/v3', 'wp/v2'] });
    }
    const [, route = ''] = /^\/wp-json\/wc\/v3\/(.{1,200})$/.exec(pathname) ?? [];
    const given = credentialsOf(headers.authorization);
    if (given === null) throw new WooFault(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
    authenticate(await this.data.key(given.key), given.secret, method);
    const [collection = '', id, more, ...rest] = route.split('/');
    if (method === 'GET' && route === 'data/currencies/current') {
      const { currency } = await this.data.shop();
      return answerOf(200, { code: currency, name: currency, symbol: currency });
    }
    const known = WOO_COLLECTIONS.find((each) => each === collection);
    if (known !== undefined && rest.length === 0 && (id === undefined || /^\d{1,15}$/.test(id))) {
      if (id === undefined) return await this.ofCollection(known, method, searchParams, body);
      if (more === undefined) return await this.ofRow(known, Number(id), method, body);
      if (known === 'products' && more === 'variations' && method === 'GET')
        return await this.variations(Number(id), searchParams);
    }
    throw new WooFault(404, 'rest_no_route', 'No route was found matching the URL and request method.');
  }

  private async ofCollection(
    collection: WooCollection,
    method: string,
    query: URLSearchParams,
    body: string,
  ): Promise<VendorAnswer> {
    if (method === 'GET') {
      const window = windowOf(query);
      const { rows, total } = await this.data.list(collection, filterOf(collection, query), window);
      const fields = query.get('_fields');
      return paged(
        rows.map((row) => shown(row, fields)),
        total,
        window.limit,
      );
    }
    if (method !== 'POST') throw new WooFault(404, 'rest_no_route', 'No route was found.');
    const sent = this.sent(body);
    const missing = (NEEDED[collection] ?? []).filter((name) => sent[name] === undefined);
    if (missing.length > 0)
      throw new WooFault(400, 'rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`);
    const at = timeOf(this.now());
    const fields = { ...(await this.accepted(collection, sent, null)), date_created_gmt: at, date_modified_gmt: at };
    const defaults = collection === 'coupons' ? NEW_COUPON : collection === 'webhooks' ? { status: 'active' } : {};
    const row = await this.data.insert(collection, { ...defaults, ...fields });
    return answerOf(201, shown(row, null));
  }

  private async ofRow(collection: WooCollection, id: number, method: string, body: string): Promise<VendorAnswer> {
    const row = await this.data.find(collection, id);
    if (row === null)
      throw new WooFault(
        method === 'PUT' ? 400 : 404,
        `woocommerce_rest_${NAMES[collection]}_invalid_id`,
        'Invalid ID.',
      );
    if (method === 'GET') return answerOf(200, shown(row, null));
    if (method === 'DELETE') {
      await this.data.remove(collection, id);
      return answerOf(200, shown(row, null));
    }
    if (method !== 'PUT') throw new WooFault(404, 'rest_no_route', 'No route was found.');
    const fields = await this.accepted(collection, this.sent(body), id);
    const changed = await this.data.update(collection, id, { ...fields, date_modified_gmt: timeOf(this.now()) });
    return answerOf(200, shown(changed ?? row, null));
  }

  private async variations(product: number, query: URLSearchParams): Promise<VendorAnswer> {
    const row = await this.data.find('products', product);
    if (row === null) throw new WooFault(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');
    const { offset, limit } = windowOf(query);
    const status = query.get('status') ?? 'any';
    const all = await this.data.variations(product);
    const found = all.filter((variation) => status === 'any' || variation.status === status);
    const fields = query.get('_fields');
    return paged(
      found.slice(offset, offset + limit).map((variation) => shown(variation, fields)),
      found.length,
      limit,
    );
  }

  private sent(body: string): WooFields {
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      throw new WooFault(400, 'rest_invalid_json', 'Invalid JSON body passed.');
    }
    if (!isRecord(json)) throw new WooFault(400, 'rest_invalid_json', 'Invalid JSON body passed.');
    return json;
  }

  /** @param id the row to change; null: a new row */
  private async accepted(collection: WooCollection, sent: WooFields, id: number | null): Promise<WooFields> {
    if (collection === 'webhooks') return webhookFields(sent);
    if (collection !== 'coupons') return sent;
    const fields = couponFields(sent);
    if (typeof fields.code === 'string') {
      const query = new URLSearchParams({ code: fields.code });
      const window = { offset: 0, limit: 1, descending: false };
      const [other] = (await this.data.list('coupons', filterOf('coupons', query), window)).rows;
      if (other !== undefined && other.id !== id)
        throw new WooFault(400, 'woocommerce_rest_coupon_code_already_exists', 'The coupon code already exists');
    }
    return fields;
  }
}

/** @param now returns the shop's time */
export const createWooStandIn = (data: WooData, now: () => Date): WooStandIn => new StandIn(data, now);
