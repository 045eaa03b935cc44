/**
 * Reads a resource in pages sorted by id. Pages are requested with `id:>last` and not with a cursor, because Shopify's
 * own paging ends at 25,000 rows (https://shopify.dev/docs/api/usage/limits).
 */
import { at, listAt } from '@/server/platform/vendors/json';
import { ShopifyClient, TooDearError } from '@/server/modules/shops/adapters/shopify/client';
import { filterOf } from '@/server/modules/shops/adapters/shopify/filter';
import { digitsOf, isDigits } from '@/server/modules/shops/adapters/shopify/ids';
import { ASKINGS } from '@/server/modules/shops/adapters/shopify/queries';
import { rowsOf, shopfrontIn } from '@/server/modules/shops/adapters/shopify/rows';
import {
  type OpenedShop,
  type Page,
  type Reader,
  type Reading,
  ShopAnswerError,
} from '@/server/modules/shops/adapters/store';

/** The largest number of rows that Shopify gives at once. */
const PAGE_ROWS = 250;

export class ShopifyReader implements Reader {
  private readonly client: ShopifyClient;
  /** Smaller once a page was too dear for this shop. */
  private size = PAGE_ROWS;

  constructor(
    private readonly shop: OpenedShop,
    private readonly reading: Reading,
  ) {
    this.client = new ShopifyClient(shop);
  }

  async next(position: string | null): Promise<Page> {
    if (position !== null && !isDigits(position)) throw new ShopAnswerError('The position of the run cannot be read.');
    const { resource } = this.reading;
    const answered = await this.page(filterOf(this.reading, this.shop.now, position));
    const connection = this.client.rootOf(answered, ASKINGS[resource].root);
    const nodes = listAt(connection, 'nodes');
    const rowSet = await rowsOf(this.client, resource, nodes, shopfrontIn(answered.data, this.shop.externalId));
    const hasMore = at(connection, 'pageInfo', 'hasNextPage') === true;
    return { rowSets: [rowSet], count: nodes.length, position: hasMore ? digitsOf(at(nodes.at(-1), 'id')) : null };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async page(query: string | null): ReturnType<ShopifyClient['ask']> {
    for (;;) {
      try {
        return await this.client.ask(ASKINGS[this.reading.resource].page, { first: this.size, query });
      } catch (error) {
        if (!(error instanceof TooDearError) || this.size === 1) throw error;
        this.size = Math.max(1, Math.min(this.size - 1, Math.floor(this.size * error.share)));
      }
    }
  }
}
