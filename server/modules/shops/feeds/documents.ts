/**
 * The product feed for crawlers, and the same catalogue for Meta and TikTok. Each is written while the database is
 * read, a few products ahead of the client, so that memory holds neither all products nor the document.
 */
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import { openSnapshot, type Snapshot } from '@/server/platform/db/snapshot';
import { publicWorkspace } from '@/server/platform/db/workspace';
import { weakTag } from '@/server/platform/pages/public-answer';
import { catalogueDocument, headOf, NETWORKS, type Network } from '@/server/modules/shops/feeds/catalogue';
import {
  feedDocument,
  fewProducts,
  FORMAT,
  productsOfPage,
  readFeed,
  type Feed,
} from '@/server/modules/shops/feeds/document';
import { storefrontOf, type StorefrontSettings } from '@/server/platform/lib/storefront-address';
import type { RawAnswer } from '@/server/platform/access/route';

export const FEED_TYPE = 'application/xml; charset=utf-8';
export const CATALOGUE_TYPE = 'text/csv; charset=utf-8';
export const FEED_MAX_AGE_S = 60;

type Kind = 'google' | Network;

/** A part of the ETag that changes with the columns of a network. */
const COLUMNS = NETWORKS.map(headOf).join('');

/** Returns the page number from 1; 1 when none was sent; null for an invalid one. */
function pageOf({ query }: Pick<DocumentCall, 'query'>): number | null {
  const { page = '1' } = query;
  return typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : null;
}

/** Returns what the document depends on. */
const versionOf = (kind: Kind, page: number, feed: Feed, settings: StorefrontSettings): string =>
  [
    FORMAT,
    feed.accountId,
    feed.revision,
    storefrontOf(settings, feed),
    ...(kind === 'google' ? [] : [kind, COLUMNS, feed.brand]),
    ...(page === 1 ? [] : [page]),
  ].join(' ');

/** Not kept: a feed that is made or enabled is there at once. */
const refusal = (message: string): RawAnswer => ({
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: message,
});

/** Closes the snapshot when the document ends, whoever ends it: we, the client, or the time limit. */
async function* closing(document: AsyncGenerator<string, void>, snapshot: Snapshot): AsyncGenerator<string, void> {
  try {
    yield* document;
  } finally {
    await snapshot.close();
  }
}

const readFeedOf = ({ services, params, now }: DocumentCall): Promise<Feed | null> =>
  readFeed(publicWorkspace(services.database, params.accountId ?? '', now));

/** Returns a function that reads a document's version before it is made; null when there is no document. */
export const versionFor =
  (kind: Kind) =>
  async (call: DocumentCall): Promise<string | null> => {
    const page = pageOf(call);
    const feed = page === null ? null : await readFeedOf(call);
    return page !== null && feed?.enabled === true ? versionOf(kind, page, feed, call.services.settings) : null;
  };

const documentOf =
  (kind: Kind): Document =>
  async (call) => {
    const { services, params, now, reader } = call;
    const { database, settings } = services;
    const db = publicWorkspace(database, params.accountId ?? '', now);
    const page = pageOf(call);
    if (page === null) return refusal('page not found');
    const written = (products: Parameters<typeof feedDocument>[0], feed: Feed) =>
      kind === 'google' ? feedDocument(products, feed, settings) : catalogueDocument(kind, products, feed, settings);
    const answer = (feed: Feed, body: AsyncGenerator<string, void>, signal?: AbortSignal): RawAnswer => ({
      headers: {
        'content-type': kind === 'google' ? FEED_TYPE : CATALOGUE_TYPE,
        'cache-control': `public, max-age=${FEED_MAX_AGE_S}`,
        etag: weakTag(versionOf(kind, page, feed, settings)),
      },
      body,
      ...(signal === undefined ? {} : { signal }),
    });

    const seen = await readFeed(db);
    if (seen?.enabled !== true) return refusal(seen === null ? 'feed not found' : 'feed disabled');
    const few = page === 1 ? await fewProducts(db, seen) : null;
    if (few !== null) return answer(seen, written([few], seen));

    const snapshot = await openSnapshot(database, db.accountId, reader);
    try {
      // Once more, of the same moment as the products.
      const feed = await readFeed(snapshot);
      if (feed?.enabled !== true) {
        await snapshot.close();
        return refusal(feed === null ? 'feed not found' : 'feed disabled');
      }
      const document = written(productsOfPage(snapshot, feed, page), feed);
      return answer(feed, closing(document, snapshot), snapshot.signal);
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  };

export const shoppingFeedDocument = documentOf('google');
export const metaCatalogueDocument = documentOf('meta');
export const tiktokCatalogueDocument = documentOf('tiktok');
