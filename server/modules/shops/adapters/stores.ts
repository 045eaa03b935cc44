/** Every shop's adapter, by its provider. http_generic has no shop to ask, because it sends everything itself. */
import type { Provider, Resource } from '@/server/modules/shops/connections/vocabulary';
import { shopifyStore } from '@/server/modules/shops/adapters/shopify/store';
import {
  type Store,
  ShopAnswerError,
  type ShopCheck,
  type OpenedShop,
  type Rows,
} from '@/server/modules/shops/adapters/store';
import { SNIFF_BYTES } from '@/components/csv/format';
import { fetchFile } from '@/server/modules/shops/adapters/sheet/fetch-file';
import { missingFields } from '@/server/modules/shops/adapters/sheet/fields';
import { readHead } from '@/server/modules/shops/adapters/sheet/head';
import { SheetReader } from '@/server/modules/shops/adapters/sheet/reader';
import { realTimeOf } from '@/server/platform/lib/clock';
import { webhookBody, type WebhookBody } from '@/server/modules/shops/orders/schema';
import { isSigned, SIGNATURE_HEADER } from '@/server/modules/shops/connections/signature';
import { parseBody } from '@/server/modules/shops/adapters/body';
import type { ParsedRows } from '@/server/modules/shops/adapters/parsed-rows';
import { check } from '@/server/modules/shops/adapters/woocommerce/check';
import { wooCodes } from '@/server/modules/shops/adapters/woocommerce/codes';
import { countOf, WooReader } from '@/server/modules/shops/adapters/woocommerce/reader';
import { readWebhook, WEBHOOK_HEADERS } from '@/server/modules/shops/adapters/woocommerce/read-webhook';
import { removeWebhooks, setUpWebhooks } from '@/server/modules/shops/adapters/woocommerce/webhooks';
import { askList, currencyOf } from '@/server/modules/shops/adapters/woocommerce/api';
import { customerOf, isCustomer } from '@/server/modules/shops/adapters/woocommerce/customers';
import { checkoutsIn, ordersIn } from '@/server/modules/shops/adapters/woocommerce/order-rows';
import { PATHS } from '@/server/modules/shops/adapters/woocommerce/queries';
import { productsOf } from '@/server/modules/shops/adapters/woocommerce/variations';

// WooCommerce by its REST API v3 (https://woocommerce.github.io/woocommerce-rest-api-docs/): `storeUrl`, `consumerKey`
// and `consumerSecret` are the merchant's, `webhookSecret` is made for the integration when it is connected.

/** Reads rows of a shop by their ids, as Store.lookUp does: at most 50, while a shop returns up to 100 at once. */
async function lookUp(shop: OpenedShop, resource: Resource, refs: readonly string[]): Promise<Rows[]> {
  // What is no id of a shop's is nowhere, and a list of none would be a list of all.
  const ids = [...new Set(refs)].filter((ref) => /^[1-9]\d{0,14}$/.test(ref));
  if (ids.length === 0) return [{ resource, rows: [], refused: [] }];
  const { rows } = await askList(shop, {
    path: PATHS[resource],
    query: {
      include: ids.join(','),
      per_page: '100',
      ...(resource === 'customers' ? { role: 'all' } : {}),
    },
  });
  switch (resource) {
    case 'products':
      return [
        { resource, rows: rows.length === 0 ? [] : await productsOf(shop, rows, await currencyOf(shop)), refused: [] },
      ];
    case 'customers':
      return [{ resource, rows: rows.filter(isCustomer).map(customerOf), refused: [] }];
    case 'orders':
      return [ordersIn(rows), checkoutsIn(rows, 'unpaid')];
    case 'checkouts':
      return [checkoutsIn(rows, 'all')];
  }
}

export const wooCommerceStore: Store = {
  webhookHeaders: WEBHOOK_HEADERS,
  check,
  setUpWebhooks,
  removeWebhooks,
  count: countOf,
  open: (shop, reading) => new WooReader(shop, reading),
  lookUp,
  readWebhook,
  codes: wooCodes,
};

/**
 * Any shop, over HTTP (docs/contract/integrations.md#webhooks): it sends everything itself, signed like our own
 * deliveries, and cannot be asked.
 */
const LONGEST_REASON = 500;

async function parse(body: Buffer): Promise<{ said: WebhookBody } | { reason: string }> {
  const json = await parseBody(body);
  if (json === undefined) return { reason: 'The body is not JSON.' };
  const { data, error } = webhookBody.safeParse(json);
  if (data !== undefined) return { said: data };
  const [issue] = error.issues;
  return { reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, LONGEST_REASON) };
}

/** Gives a row without a time of its own the time of its arrival, however late it is applied. */
function dated<Row extends { updatedAt?: Date | null | undefined }>(rows: readonly Row[], at: Date): Row[] {
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt ?? at }));
}

function rowsOf(said: WebhookBody, at: Date): ParsedRows {
  switch (said.type) {
    case 'products':
      return { resource: said.type, rows: dated(said.rows, at) };
    case 'customers':
      return { resource: said.type, rows: dated(said.rows, at) };
    case 'orders':
      return { resource: said.type, rows: dated(said.rows, at) };
    case 'checkouts':
      return { resource: said.type, rows: dated(said.rows, at) };
  }
}

/** The check of a shop that cannot be asked; its only name is the merchant's. */
const NOTHING_TO_ASK: ShopCheck = { name: '', scopesGranted: [], lacking: [], ordersSince: null, expiresAt: null };

const httpStore: Store = {
  webhookHeaders: [SIGNATURE_HEADER],
  check: () => Promise.resolve(NOTHING_TO_ASK),
  async readWebhook({ credentials }, { headers, body, receivedAt }) {
    // Shops sign by the real time, which CLOCK_OFFSET does not move.
    if (!isSigned(credentials.secret ?? '', headers[SIGNATURE_HEADER], body, realTimeOf(receivedAt)))
      return { kind: 'refused' };
    const parsed = await parse(body);
    if ('reason' in parsed) return { kind: 'malformed', ...parsed };
    const { said } = parsed;
    return { kind: 'changes', deliveryId: said.id, changes: [{ kind: 'checked', parsed: rowsOf(said, receivedAt) }] };
  },
};

/**
 * A CSV file or a Google Sheet, downloaded from its address (docs/contract/integrations.md#sheets), without
 * credentials.
 */
export const sheetStore: Store = {
  webhookHeaders: [],
  async check(shop) {
    const { kind, mapping = {} } = shop.config;
    if (kind === undefined) throw new ShopAnswerError('The kind of the rows is not set. Choose it in the settings.');
    const [missing] = missingFields(kind, mapping);
    if (missing !== undefined)
      throw new ShopAnswerError(`No column is mapped to ${missing.join(' or ')}. Choose one in the settings.`);
    const fetched = await fetchFile(shop, { beginning: SNIFF_BYTES });
    if (fetched === null) throw new ShopAnswerError('The address answers that nothing has changed.');
    try {
      await readHead(fetched.file, mapping);
    } finally {
      await fetched.file.close();
    }
    return { name: fetched.name, scopesGranted: [], lacking: [], ordersSince: null, expiresAt: null };
  },
  readsWhole: true,
  open: (shop, reading) => new SheetReader(shop, reading),
};

export const STORES: Readonly<Record<Provider, Store>> = {
  storefront_p1: shopifyStore,
  storefront_p2: wooCommerceStore,
  sheet_p1: sheetStore,
  http_generic: httpStore,
};
