/** The Shopify adapter (docs/contract/integrations.md), which uses Admin GraphQL. Each task has a file of its own. */
import { check } from '@/server/modules/shops/adapters/shopify/check';
import { codes } from '@/server/modules/shops/adapters/shopify/codes';
import { readWebhook, WEBHOOK_HEADERS } from '@/server/modules/shops/adapters/shopify/read-webhook';
import { ShopifyReader } from '@/server/modules/shops/adapters/shopify/reader';
import { tokens } from '@/server/modules/shops/adapters/shopify/tokens';
import type { Store, OpenedShop, Reading, Rows } from '@/server/modules/shops/adapters/store';
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import { RESOURCES, type Resource } from '@/server/modules/shops/connections/vocabulary';
import { DeniedError, ShopifyClient, TooDearError } from '@/server/modules/shops/adapters/shopify/client';
import {
  SUBSCRIBE,
  SUBSCRIPTIONS,
  UNSUBSCRIBE,
  ASKINGS,
  NEWEST_CHECKOUTS,
} from '@/server/modules/shops/adapters/shopify/queries';
import { TOPICS, topicName, UNINSTALLED } from '@/server/modules/shops/adapters/shopify/topics';
import { tokenIn } from '@/server/modules/shops/adapters/shopify/checkout-row';
import { CHECKOUT_DAYS, daysBefore, filterOf } from '@/server/modules/shops/adapters/shopify/filter';
import { gidOf, isDigits } from '@/server/modules/shops/adapters/shopify/ids';
import { rowsOf, shopfrontIn } from '@/server/modules/shops/adapters/shopify/rows';

const PAGE_ROWS = 100;
/** The number of newest checkouts that are searched for the requested tokens. */
const MOST_CHECKOUTS = 1_000;

/** Reads rows by their refs. @returns the existing rows, and how many there are */
async function lookUp(shop: OpenedShop, resource: Resource, refs: readonly string[]): Promise<Rows[]> {
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

/** Reads checkouts by token. GraphQL cannot find one by its token, so this searches the newest ones. */
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

/** @returns null when the shop only says that there are at least as many */
async function count(shop: OpenedShop, reading: Reading): Promise<number | null> {
  const query = filterOf(reading, shop.now, null);
  const found = await new ShopifyClient(shop).askFor('found', ASKINGS[reading.resource].count, { query });
  const number = at(found, 'count');
  return textAt(found, 'precision') === 'EXACT' && typeof number === 'number' ? number : null;
}

interface Subscription {
  id: string;
  topic: string;
}

async function atAddress(client: ShopifyClient, address: string): Promise<Subscription[]> {
  const found: Subscription[] = [];
  for (let after: unknown = null; ;) {
    const page = await client.askFor('webhookSubscriptions', SUBSCRIPTIONS, { after, uri: address }, true);
    for (const node of listAt(page, 'nodes'))
      if (textAt(node, 'uri') === address)
        found.push({ id: textAt(node, 'id') ?? '', topic: textAt(node, 'topic') ?? '' });
    if (at(page, 'pageInfo', 'hasNextPage') !== true) return found;
    after = at(page, 'pageInfo', 'endCursor');
  }
}

/** @returns the shop's reason for a refusal; null: the webhook exists */
async function subscribe(client: ShopifyClient, topic: string, uri: string): Promise<string | null> {
  try {
    const variables = { topic: topicName(topic), subscription: { uri, format: 'JSON' } };
    const errors = listAt(await client.askFor('done', SUBSCRIBE, variables, true), 'userErrors');
    return errors.length === 0 ? null : client.wordsIn(errors);
  } catch (error) {
    if (error instanceof DeniedError) return error.message;
    throw error;
  }
}

/** Creates the missing webhooks for our address, including webhooks that Shopify removed. */
async function setUpWebhooks(shop: OpenedShop, address: string): Promise<string[]> {
  const client = new ShopifyClient(shop);
  const there = new Set((await atAddress(client, address)).map(({ topic }) => topic));
  const wanted = [
    ...RESOURCES.flatMap((resource): readonly string[] => (shop.config.sync[resource] ? TOPICS[resource] : [])),
    UNINSTALLED,
  ];
  const refused: string[] = [];
  for (const topic of wanted) {
    if (there.has(topicName(topic))) continue;
    const reason = await subscribe(client, topic, address);
    if (reason !== null) refused.push(`${topic}: ${reason}`);
  }
  return refused;
}

async function removeWebhooks(shop: OpenedShop, address: string): Promise<void> {
  const client = new ShopifyClient(shop);
  for (const { id } of await atAddress(client, address)) await client.askFor('done', UNSUBSCRIBE, { id }, true);
}

export const shopifyStore: Store = {
  webhookHeaders: WEBHOOK_HEADERS,
  check,
  setUpWebhooks,
  removeWebhooks,
  count,
  open: (shop, reading) => new ShopifyReader(shop, reading),
  lookUp,
  readWebhook,
  codes,
  tokens,
};
