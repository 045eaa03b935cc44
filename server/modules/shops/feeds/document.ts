/**
 * The feed as a document (docs/contract/feeds.md#feed): RSS 2.0 with Google's namespace, written a few products at a
 * time.
 */
import { createHash } from 'node:crypto';
import { listed } from '@/server/platform/db/columns';
import type { Snapshot } from '@/server/platform/db/snapshot';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { PublicDb } from '@/server/platform/db/workspace';
import { entriesOf } from '@/server/platform/lib/records';
import { XmlWriter } from '@/server/platform/lib/xml';
import { RULES_OF_WORKSPACE } from '@/server/modules/shops/feeds/category-rules';
import { ITEM_COLUMNS, itemOf, SPECIMENS, type ItemSetting, type ItemSource } from '@/server/modules/shops/feeds/item';
import { storefrontOf, type StorefrontSettings } from '@/server/platform/lib/storefront-address';
import { SELECTIONS } from '@/server/modules/shops/feeds/pages';
import { FEED_LIMIT, type CategoryRule, type FeedConfigStub, type FeedItem } from '@/server/modules/shops/feeds/schema';
import { ELEMENTS } from '@/server/modules/shops/feeds/vocabulary';

/** A feed before its products are read: its config, and a revision that changes with every write. */
export interface Feed extends FeedConfigStub {
  accountId: string;
  brand: string;
  categoryRules: CategoryRule[];
  shopUrl: string | null;
  revision: string;
}

const findFeed = workspaceStatement<Feed>(
  'feeds.public',
  `SELECT a.id AS "accountId", a.name AS brand, a."shopUrl", ${RULES_OF_WORKSPACE},
    coalesce(c.enabled, true) AS enabled, c."defaultProductCategory",
    coalesce(c."includeUnpublished", false) AS "includeUnpublished", coalesce(r.revision, 0)::text AS revision
   FROM (SELECT $1::text AS id) w
   JOIN "Account" a ON a.id = w.id
   LEFT JOIN "FeedConfig" c ON c."accountId" = a.id
   LEFT JOIN "FeedRevision" r ON r."accountId" = a.id`,
  { isBrief: true },
);

/** @returns null when there is no such workspace */
export async function readFeed(db: Pick<PublicDb, 'accountId' | 'rows'>): Promise<Feed | null> {
  // What cannot be an id is in no table, and not every text may be compared with one.
  if (!/^[a-z0-9]{1,40}$/.test(db.accountId)) return null;
  return (await db.rows(findFeed))[0] ?? null;
}

const productsOf = (selection: 'live' | 'listed', limit: number): string =>
  `SELECT ${listed(ITEM_COLUMNS, 'p')} FROM "FeedProduct" p WHERE p."accountId" = $1 AND ${SELECTIONS[selection]}
    ORDER BY p."updatedAt" DESC, p.id DESC LIMIT ${limit}`;

const selectionOf = (feed: Feed): 'live' | 'listed' => (feed.includeUnpublished ? 'listed' : 'live');

const statementOf = (selection: 'live' | 'listed') =>
  workspaceStatement<ItemSource, [offset: number]>(
    `feeds.document.${selection}`,
    `${productsOf(selection, FEED_LIMIT)} OFFSET $2::int`,
  );
const PRODUCTS = { live: statementOf('live'), listed: statementOf('listed') };

/**
 * Products that are read at once: large enough for few round trips, small enough for products with long descriptions.
 */
const PAGE = 250;

/**
 * SQL of the first page. Each row has the revision, and an empty feed returns one row with it: so one statement reads
 * both at one moment.
 */
const firstOf = (selection: 'live' | 'listed') =>
  workspaceStatement<{ revision: string; product: ItemSource['externalRef'] | null } & ItemSource>(
    `feeds.document.first.${selection}`,
    `SELECT coalesce(r.revision, 0)::text AS revision, p."externalRef" AS product, p.*
     FROM (SELECT $1::text AS id) w
     LEFT JOIN "FeedRevision" r ON r."accountId" = w.id
     LEFT JOIN LATERAL (${productsOf(selection, PAGE + 1)}) p ON true`,
  );
const FIRST = { live: firstOf('live'), listed: firstOf('listed') };

/** The approximate length of the pieces that are sent, in characters. */
export const CHUNK = 64 * 1024;

const FIELDS = entriesOf(ELEMENTS);

function writeItem(xml: XmlWriter, item: FeedItem): void {
  xml.open('item');
  for (const [field, element] of FIELDS) {
    const value = item[field] ?? [];
    for (const each of typeof value === 'string' ? [value] : value) xml.element(element, each);
  }
  xml.close();
}

/** Writes the document up to its first item. */
function begun(accountId: string, storefront: string): XmlWriter {
  const xml = new XmlWriter('rss', { version: '2.0' }, { g: 'http://base.google.com/ns/1.0' });
  xml
    .open('channel')
    .element('title', `Products of ${accountId}`)
    .element('link', storefront)
    .element('description', `What ${accountId} sells, last updated first.`);
  return xml;
}

/** Writes sample products as the feed does. */
export function specimenDocument(): string {
  const storefront = 'https://shop.example/s/specimen';
  const xml = begun('specimen', storefront);
  for (const defaultProductCategory of ['Category of the feed', null])
    for (const product of SPECIMENS)
      writeItem(xml, itemOf(product, { storefront, defaultProductCategory, categoryRules: [] }));
  return xml.end();
}

/** A part of the ETag that changes as soon as equal products are written differently. */
export const FORMAT = createHash('sha256').update(specimenDocument()).digest('base64url').slice(0, 10);

/**
 * Reads the products of a small feed together with its revision, so that no snapshot is needed.
 * @returns null when there is more than a page, or something was written since the feed was read
 */
export async function fewProducts(db: Pick<PublicDb, 'rows'>, feed: Feed): Promise<ItemSource[] | null> {
  const rows = await db.rows(FIRST[selectionOf(feed)]);
  if (rows.length > PAGE || rows[0]?.revision !== feed.revision) return null;
  return rows.filter(({ product }) => product !== null);
}

/**
 * Reads the products of one page of the feed, some at a time.
 * @param snapshot the one that the feed was read from, so that its products are of the same moment
 * @param page from 1
 */
export const productsOfPage = (snapshot: Snapshot, feed: Feed, page: number): AsyncIterable<ItemSource[]> =>
  snapshot.pages(PRODUCTS[selectionOf(feed)], PAGE, (page - 1) * FEED_LIMIT);

/** Returns the settings that an item depends on, beside its product. */
export const settingOf = (feed: Feed, settings: StorefrontSettings): ItemSetting => ({
  storefront: storefrontOf(settings, feed),
  defaultProductCategory: feed.defaultProductCategory,
  categoryRules: feed.categoryRules,
});

/** Writes the document, piece by piece. */
export async function* feedDocument(
  pages: AsyncIterable<ItemSource[]> | Iterable<ItemSource[]>,
  feed: Feed,
  settings: StorefrontSettings,
): AsyncGenerator<string, void> {
  const setting = settingOf(feed, settings);
  const xml = begun(feed.accountId, setting.storefront);
  for await (const rows of pages) {
    for (const row of rows) {
      writeItem(xml, itemOf(row, setting));
      if (xml.length >= CHUNK) yield xml.take();
    }
  }
  yield xml.end();
}
