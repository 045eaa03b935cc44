/**
 * The product feed that crawlers fetch. It is written while the database is read, a few pages ahead of the client, so
 * that memory holds neither the products nor the document.
 */
import type { Document, DocumentCall } from '@/server/documents/document';
import { openSnapshot, type Snapshot } from '@/server/db/snapshot';
import { publicWorkspace } from '@/server/db/workspace';
import { weakTag } from '@/server/http/public-answer';
import { allProducts, feedDocument, fewProducts, FORMAT, readFeed, type Feed } from '@/server/resources/feeds/document';
import { storefrontOf, type StorefrontSettings } from '@/server/resources/feeds/item';
import type { RawAnswer } from '@/server/route';

export const FEED_TYPE = 'application/xml; charset=utf-8';
export const FEED_MAX_AGE_S = 60;

/** What the document depends on. */
export const feedVersion = (feed: Feed, settings: StorefrontSettings): string =>
  `${FORMAT} ${feed.accountId} ${feed.revision} ${storefrontOf(settings, feed)}`;

/** Not kept: a feed that is made or enabled is there at once. */
const refusal = (message: string): RawAnswer => ({
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: message,
});

/** The document is its snapshot's: that is closed with it, whoever ends it: we, the client, or the clock. */
async function* closing(document: AsyncGenerator<string, void>, snapshot: Snapshot): AsyncGenerator<string, void> {
  try {
    yield* document;
  } finally {
    await snapshot.close();
  }
}

export const readFeedOf = ({ services, params, now }: DocumentCall): Promise<Feed | null> =>
  readFeed(publicWorkspace(services.database, params.accountId ?? '', now));

export const shoppingFeedDocument: Document = async (call) => {
  const { services, params, now, reader } = call;
  const { database, settings } = services;
  const db = publicWorkspace(database, params.accountId ?? '', now);
  const answer = (feed: Feed, body: AsyncGenerator<string, void>, signal?: AbortSignal): RawAnswer => ({
    headers: {
      'content-type': FEED_TYPE,
      'cache-control': `public, max-age=${FEED_MAX_AGE_S}`,
      etag: weakTag(feedVersion(feed, settings)),
    },
    body,
    ...(signal === undefined ? {} : { signal }),
  });

  const seen = await readFeed(db);
  if (seen?.enabled !== true) return refusal(seen === null ? 'feed not found' : 'feed disabled');
  const few = await fewProducts(db, seen);
  if (few !== null) return answer(seen, feedDocument([few], seen, settings));

  const snapshot = await openSnapshot(database, db.accountId, reader);
  try {
    // Once more, of the same moment as the products.
    const feed = await readFeed(snapshot);
    if (feed?.enabled !== true) {
      await snapshot.close();
      return refusal(feed === null ? 'feed not found' : 'feed disabled');
    }
    const document = feedDocument(allProducts(snapshot, feed), feed, settings);
    return answer(feed, closing(document, snapshot), snapshot.signal);
  } catch (error) {
    await snapshot.close();
    throw error;
  }
};
