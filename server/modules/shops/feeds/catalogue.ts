/**
 * The catalogue as CSV for Meta and for TikTok (docs/contract/feeds.md#catalogues): the items of the feed under the
 * columns that each network reads, written a few products at a time.
 */
import { entriesOf } from '@/server/platform/lib/records';
import { CHUNK, settingOf, type Feed } from '@/server/modules/shops/feeds/document';
import { itemOf, type ItemSource } from '@/server/modules/shops/feeds/item';
import type { StorefrontSettings } from '@/server/platform/lib/storefront-address';
import type { FeedItem } from '@/server/modules/shops/feeds/schema';

export const NETWORKS = ['meta', 'tiktok'] as const;
export type Network = (typeof NETWORKS)[number];

type Cell = (item: FeedItem, brand: string) => string | undefined | null;

/** The columns of both networks, by name. Neither network accepts a product without condition or brand. */
const COMMON = {
  title: ({ title }) => title,
  description: ({ description }) => description,
  availability: ({ availability }) => availability.replaceAll('_', ' '),
  condition: ({ condition }) => condition ?? 'new',
  price: ({ price }) => price,
  link: ({ link }) => link,
  image_link: ({ imageLink }) => imageLink,
  brand: (item, brand) => item.brand ?? brand,
  additional_image_link: ({ additionalImageLinks }) =>
    additionalImageLinks?.map((link) => link.replaceAll(',', '%2C')).join(','),
  age_group: ({ ageGroup }) => ageGroup,
  color: ({ color }) => color,
  gender: ({ gender }) => gender,
  item_group_id: ({ itemGroupId }) => itemGroupId,
  google_product_category: ({ googleProductCategory }) => googleProductCategory,
  sale_price: ({ salePrice }) => salePrice,
  sale_price_effective_date: ({ salePriceEffectiveDate }) => salePriceEffectiveDate,
  shipping_weight: ({ shippingWeight }) => shippingWeight,
  gtin: ({ gtin }) => gtin,
  mpn: ({ mpn }) => mpn,
  size: ({ size }) => size,
} as const satisfies Record<string, Cell>;

const id: Cell = (item) => item.id;

/**
 * The columns for each network: Meta https://developers.facebook.com/docs/commerce-platform/catalog/fields and its
 * example of a CSV feed at https://developers.facebook.com/docs/marketing-api/catalog-feed-setup; TikTok
 * https://ads.tiktok.com/help/article/catalog-product-parameters
 */
const COLUMNS: Record<Network, readonly (readonly [name: string, cell: Cell])[]> = {
  meta: [['id', id], ...entriesOf(COMMON)],
  tiktok: [['sku_id', id], ...entriesOf(COMMON)],
};

/** Quotes a cell by RFC 4180. Only crawlers read the file, so formulas are not disarmed. */
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const row = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** The first row of a network's file. */
export const headOf = (network: Network): string => row(COLUMNS[network].map(([name]) => name));

/** Writes the file, piece by piece. */
export async function* catalogueDocument(
  network: Network,
  pages: AsyncIterable<ItemSource[]> | Iterable<ItemSource[]>,
  feed: Feed,
  settings: StorefrontSettings,
): AsyncGenerator<string, void> {
  const setting = settingOf(feed, settings);
  let text = headOf(network);
  for await (const products of pages) {
    for (const product of products) {
      const item = itemOf(product, setting);
      text += row(COLUMNS[network].map(([, cell]) => cell(item, feed.brand) ?? ''));
      if (text.length >= CHUNK) {
        yield text;
        text = '';
      }
    }
  }
  yield text;
}
