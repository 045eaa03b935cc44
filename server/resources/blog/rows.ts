/** Rows of BlogPost as we return them. */
import type { BlogPost as BlogPostRow } from '@/prisma/generated/client';
import type { BlogPost } from '@/server/resources/blog/schema';

export type { BlogPostRow };

const COLUMNS = {
  post: [
    'id',
    'accountId',
    'slug',
    'title',
    'excerpt',
    'body',
    'coverImage',
    'status',
    'publishedAt',
    'authorName',
    'tags',
    'metaTitle',
    'metaDescription',
    'marketingCampaignId',
    'createdAt',
    'updatedAt',
  ],
  public: [
    'id',
    'accountId',
    'slug',
    'title',
    'excerpt',
    'body',
    'coverImage',
    'status',
    'publishedAt',
    'authorName',
    'tags',
    'metaTitle',
    'metaDescription',
    'marketingCampaignId',
    'createdAt',
  ],
  listed: ['id', 'slug', 'title', 'excerpt', 'coverImage', 'authorName', 'tags', 'publishedAt'],
  summary: [
    'id',
    'slug',
    'title',
    'coverImage',
    'status',
    'publishedAt',
    'authorName',
    'tags',
    'createdAt',
    'updatedAt',
  ],
};

/** Columns of `p` for statements that return a post, whole or in part. */
export const postColumns = (part: keyof typeof COLUMNS): string =>
  COLUMNS[part].map((column) => `p."${column}"`).join(', ');

/** What the public sees at the moment $2: in the list, feeds and links to other posts. */
export const LISTED = `p."accountId" = $1 AND p.status = 'published' AND p."publishedAt" <= $2::timestamptz`;

/** Of `r`, a BlogRevision: what every write of a post raises, and what time alone changes, the newest date that has come. */
export const LIVE_VERSION = `concat(r.revision, ' ', (SELECT p."publishedAt" FROM "BlogPost" p WHERE ${LISTED} ORDER BY p."publishedAt" DESC LIMIT 1))`;

/** The column holds only what its check lets in. */
export const present = <Row extends { status: string }>(row: Row): Omit<Row, 'status'> & Pick<BlogPost, 'status'> => ({
  ...row,
  status: row.status as BlogPost['status'],
});
