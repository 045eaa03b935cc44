/** Rows of BlogPost as we return them. */
import { stored } from '@/server/db/stored';
import type { BlogPost as BlogPostRow } from '@/prisma/generated/client';
import { listed, namesOf, type ColumnOf } from '@/server/db/columns';
import { listedPost, postSummary, publicPost, type BlogPost } from '@/server/resources/blog/schema';

export type { BlogPostRow };

/** Columns of `p` for statements that return a post: whole, or what an answer shows of it. */
const COLUMNS = {
  post: namesOf('BlogPost'),
  public: publicPost.keyof().options,
  listed: listedPost.keyof().options,
  summary: postSummary.keyof().options,
} satisfies Record<string, ColumnOf<'BlogPost'>[]>;
export const postColumns = (part: keyof typeof COLUMNS): string => listed(COLUMNS[part], 'p');

/** The condition that the public sees a post at the moment $2: in the list, in feeds and in links between posts. */
export const LISTED = `p."accountId" = $1 AND p.status = 'published' AND p."publishedAt" <= $2::timestamptz`;

/** Of `r`, a BlogRevision: what every write of a post raises, and what time alone changes, the newest date that has come. */
export const LIVE_VERSION = `concat(r.revision, ' ', (SELECT p."publishedAt" FROM "BlogPost" p WHERE ${LISTED} ORDER BY p."publishedAt" DESC LIMIT 1))`;

/** The column holds only what its check lets in. */
export const present = <Row extends { status: string }>(row: Row): Omit<Row, 'status'> & Pick<BlogPost, 'status'> => ({
  ...row,
  status: stored(row.status),
});
