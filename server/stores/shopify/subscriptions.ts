/** The webhooks that a shop is asked for: those missing at our address, which are also those that Shopify dropped. */
import { at, listAt, textAt } from '@/server/providers/json';
import { RESOURCES } from '@/server/resources/integrations/vocabulary';
import { DeniedError, ShopifyClient } from '@/server/stores/shopify/client';
import { SUBSCRIBE, SUBSCRIPTIONS, UNSUBSCRIBE } from '@/server/stores/shopify/queries';
import { TOPICS, topicName, UNINSTALLED } from '@/server/stores/shopify/topics';
import type { OpenedShop } from '@/server/stores/store';

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

/** @returns why it was refused, in the shop's words; null: it is there */
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

export async function setUpWebhooks(shop: OpenedShop, address: string): Promise<string[]> {
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

export async function removeWebhooks(shop: OpenedShop, address: string): Promise<void> {
  const client = new ShopifyClient(shop);
  for (const { id } of await atAddress(client, address)) await client.askFor('done', UNSUBSCRIBE, { id }, true);
}
