/** The product feed that crawlers fetch, and where its links lead on a server without a storefront of its own. */
import { FEED_MAX_AGE_S, FEED_TYPE, feedVersion, readFeedOf } from '@/server/resources/feeds/documents';
import { productRedirect } from '@/server/resources/feeds/product-redirect';
import { defineDocument, type RawRoute } from '@/server/route';
import { anybody } from '@/server/rungs';

const feedDocument = defineDocument(['GET'], {
  path: '/api/v1/feeds/shopping/{accountId}.xml',
  access: anybody,
  answers: 'xml',
  type: FEED_TYPE,
  document: 'shoppingFeed',
  maxAge: FEED_MAX_AGE_S,
  streams: true,
  async version(call) {
    const feed = await readFeedOf(call);
    return feed?.enabled === true ? feedVersion(feed, call.services.settings) : null;
  },
  info: {
    summary: 'The product feed',
    description:
      'RSS 2.0 with Google’s namespace: at most 5,000 products, the last updated first. A plain-text 404 where there is no feed.',
    tags: ['Product feed'],
    success: { status: 200, description: 'The feed.', type: FEED_TYPE },
  },
});

export const feedRoutes: readonly RawRoute[] = [...feedDocument, productRedirect];
