/** The product feed that crawlers fetch, the catalogues of Meta and TikTok. */
import * as z from 'zod';
import type { Network } from '@/server/modules/shops/feeds/catalogue';
import { CATALOGUE_TYPE, FEED_MAX_AGE_S, FEED_TYPE, versionFor } from '@/server/modules/shops/feeds/documents';
import { FEED_LIMIT } from '@/server/modules/shops/feeds/schema';
import { defineDocument, type RawRoute } from '@/server/platform/access/route';
import { anybody } from '@/server/platform/access/procedures';

const query = z.object({
  page: z
    .string()
    .optional()
    .meta({
      description: `Page from 1, for catalogues with more than ${FEED_LIMIT} products. A page past the end is empty.`,
      jsonSchema: { type: 'integer', minimum: 1, default: 1 },
    }),
});

const NO_FEED = {
  status: 404,
  description: 'The workspace does not exist, its feed is off, or `page` is not a page number.',
};

const feedDocument = defineDocument(['GET'], {
  path: '/api/v1/feeds/shopping/{accountId}.xml',
  access: anybody,
  answers: 'xml',
  type: FEED_TYPE,
  document: 'shoppingFeed',
  maxAge: FEED_MAX_AGE_S,
  streams: true,
  version: versionFor('google'),
  info: {
    query,
    summary: 'Download the product feed',
    description:
      'RSS 2.0 with Google’s namespace. At most 5,000 products a page, last updated first. Needs no key; may be cached for 60 seconds.',
    tags: ['Product feed'],
    success: { status: 200, description: 'The XML feed.', type: FEED_TYPE },
    plain: NO_FEED,
  },
});

const catalogue = (network: Network, document: string, name: string): RawRoute[] =>
  defineDocument(['GET'], {
    path: `/api/v1/feeds/public/{accountId}/${network}.csv`,
    access: anybody,
    answers: 'csv',
    type: CATALOGUE_TYPE,
    document,
    maxAge: FEED_MAX_AGE_S,
    streams: true,
    version: versionFor(network),
    info: {
      query,
      summary: `Download the catalogue for ${name}`,
      description: `The products of the feed as CSV, with the columns that ${name} reads. Needs no key.`,
      tags: ['Product feed'],
      success: { status: 200, description: 'The CSV file.', type: CATALOGUE_TYPE },
      plain: NO_FEED,
    },
  });

export const feedRoutes: readonly RawRoute[] = [
  ...feedDocument,
  ...catalogue('meta', 'metaCatalogue', 'Meta'),
  ...catalogue('tiktok', 'tiktokCatalogue', 'TikTok'),
];
