/** Rows by their refs, and how many rows there are. */
import { at, listAt, textAt } from '@/server/providers/json';
import type { Resource } from '@/server/resources/integrations/vocabulary';
import { tokenIn } from '@/server/stores/shopify/checkout-row';
import { ShopifyClient, TooDearError } from '@/server/stores/shopify/client';
import { CHECKOUT_DAYS, daysBefore, filterOf } from '@/server/stores/shopify/filter';
import { gidOf, isDigits } from '@/server/stores/shopify/ids';
import { ASKINGS, NEWEST_CHECKOUTS } from '@/server/stores/shopify/queries';
import { rowsOf, shopfrontIn } from '@/server/stores/shopify/rows';
import type { OpenedShop, Reading, Rows } from '@/server/stores/store';

const PAGE_ROWS = 100;
/** Newest checkouts that are looked through for those asked for. */
const MOST_CHECKOUTS = 1_000;

/** @returns rows of those that are there */
export async function lookUp(shop: OpenedShop, resource: Resource, refs: readonly string[]): Promise<Rows[]> {
  const client = new ShopifyClient(shop);
  const { nodes, type } = ASKINGS[resource];
  if (nodes === null) return [await checkoutsBy(client, shop, new Set(refs))];
  const ids = refs.filter(isDigits).map((ref) => gidOf(type, ref));
  return ids.length === 0 ? [] : await byIds(client, shop, resource, nodes, ids);
}

async function byIds(
  client: ShopifyClient,
  shop: OpenedShop,
  resource: Resource,
  document: string,
  ids: readonly string[],
): Promise<Rows[]> {
  try {
    const answered = await client.ask(document, { ids }, true);
    const nodes = client.rootOf(answered, 'nodes');
    return [await rowsOf(client, resource, listAt({ nodes }, 'nodes'), shopfrontIn(answered.data, shop.externalId))];
  } catch (error) {
    if (!(error instanceof TooDearError) || ids.length === 1) throw error;
    const half = Math.ceil(ids.length / 2);
    return [
      ...(await byIds(client, shop, resource, document, ids.slice(0, half))),
      ...(await byIds(client, shop, resource, document, ids.slice(half))),
    ];
  }
}

/** GraphQL finds no checkout by its token: the newest ones are looked through. */
async function checkoutsBy(client: ShopifyClient, shop: OpenedShop, tokens: Set<string>): Promise<Rows> {
  const found: unknown[] = [];
  const query = `created_at:>='${daysBefore(shop.now, CHECKOUT_DAYS).toISOString()}'`;
  let after: unknown = null;
  for (let seen = 0; seen < MOST_CHECKOUTS && found.length < tokens.size; seen += PAGE_ROWS) {
    const page = await client.askFor('abandonedCheckouts', NEWEST_CHECKOUTS, { first: PAGE_ROWS, after, query }, true);
    for (const node of listAt(page, 'nodes'))
      if (tokens.has(tokenIn(at(node, 'abandonedCheckoutUrl')) ?? '')) found.push(node);
    if (at(page, 'pageInfo', 'hasNextPage') !== true) break;
    after = at(page, 'pageInfo', 'endCursor');
  }
  return await rowsOf(client, 'checkouts', found, shopfrontIn(null, shop.externalId));
}

/** @returns null: the shop says no more than that there are at least so many */
export async function count(shop: OpenedShop, reading: Reading): Promise<number | null> {
  const query = filterOf(reading, shop.now, null);
  const found = await new ShopifyClient(shop).askFor('found', ASKINGS[reading.resource].count, { query });
  const number = at(found, 'count');
  return textAt(found, 'precision') === 'EXACT' && typeof number === 'number' ? number : null;
}
