/**
 * The webhooks of a WooCommerce shop. The shop silently disables a webhook after more than five failed calls in a row,
 * and never shows which secret it signs with. So all of ours are written again, whatever their state.
 */
import { textAt } from '@/server/platform/vendors/json';
import type { Config } from '@/server/modules/shops/connections/schema';
import { type OpenedShop, ShopRefusedError } from '@/server/modules/shops/adapters/store';
import { ask, askList, isOfRequest, twoAtATime, WooAnswerError } from '@/server/modules/shops/adapters/woocommerce/api';

const PATH = '/wc/v3/webhooks';
const PAGE = 100;
/** The name of the webhook in the shop. */
const NAME = 'Laris';

const ORDER_TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored'];

const topicsOf = ({ products, customers, orders, checkouts }: Config['sync']): string[] => [
  ...(products ? ['product.created', 'product.updated', 'product.deleted', 'product.restored'] : []),
  ...(customers ? ['customer.created', 'customer.updated', 'customer.deleted'] : []),
  ...(orders || checkouts ? ORDER_TOPICS : []),
];

interface Webhook {
  id: string;
  topic: string;
}

/** Returns the webhooks that call this address. */
async function ownWebhooks(shop: OpenedShop, address: string): Promise<Webhook[]> {
  const own: Webhook[] = [];
  for (let page = 1; ; page++) {
    const query = { per_page: String(PAGE), page: String(page), orderby: 'id', order: 'asc' };
    const { rows, total } = await askList(shop, { path: PATH, query });
    for (const row of rows)
      if (textAt(row, 'delivery_url') === address)
        own.push({ id: textAt(row, 'id') ?? '', topic: textAt(row, 'topic') ?? '' });
    if (rows.length === 0 || page * PAGE >= (total ?? 0)) return own;
  }
}

/** @returns topics that the shop does not allow */
export async function setUpWebhooks(shop: OpenedShop, address: string): Promise<string[]> {
  const { webhookSecret = '' } = shop.credentials;
  // Without one the shop makes its own, which it never tells.
  if (webhookSecret === '') throw new Error('The integration has no secret for its webhooks.');
  const topics = topicsOf(shop.config.sync);
  const body = { status: 'active', delivery_url: address, secret: webhookSecret };
  let own: Webhook[];
  try {
    own = await ownWebhooks(shop, address);
  } catch (error) {
    if (error instanceof ShopRefusedError) return topics;
    throw error;
  }
  const refused = await twoAtATime(topics, async (topic): Promise<string | null> => {
    const known = own.find((webhook) => webhook.topic === topic);
    try {
      if (known === undefined)
        await ask(shop, { method: 'POST', path: PATH, body: { ...body, name: `${NAME}: ${topic}`, topic } });
      else await ask(shop, { method: 'PUT', path: `${PATH}/${known.id}`, body });
      return null;
    } catch (error) {
      if (isOfRequest(error)) return topic;
      throw error;
    }
  });
  return refused.filter((topic) => topic !== null);
}

/** Removes all webhooks that point to our address. */
export async function removeWebhooks(shop: OpenedShop, address: string): Promise<void> {
  await twoAtATime(await ownWebhooks(shop, address), async ({ id }) => {
    try {
      await ask(shop, { method: 'DELETE', path: `${PATH}/${id}`, query: { force: 'true' } });
    } catch (error) {
      // Gone already.
      if (!(error instanceof WooAnswerError && error.status === 404)) throw error;
    }
  });
}
