/** The public JSON of a blog (docs/contract/blog.md#public-routes), and its version for caches. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type PublicDb } from '@/server/platform/db/workspace';
import {
  alternatesAt,
  inLanguages,
  LISTED,
  LIVE_VERSION,
  postColumns,
  present,
  type BlogPostRow,
} from '@/server/modules/content/blog/rows';
import type { Alternate, ListedPost, PublicPost } from '@/server/modules/content/blog/schema';

type Listed = Omit<ListedPost, 'locale' | 'alternates'> & { locale: string | null; alternates: Alternate[] | null };
const listPublic = workspaceStatement<Listed, [now: Date]>(
  'blog.public.list',
  `SELECT ${postColumns('listed')}, ${alternatesAt('$2')} FROM "BlogPost" p WHERE ${LISTED}
    ORDER BY p."publishedAt" DESC, p.id DESC LIMIT 100`,
);

/** A post without a date can be read at its address, but no list contains it. */
const findPublic = workspaceStatement<
  Omit<BlogPostRow, 'updatedAt' | 'translations'> & { alternates: Alternate[] | null },
  [slug: string, now: Date]
>(
  'blog.public.find',
  `SELECT ${postColumns('public')}, ${alternatesAt('$3')} FROM "BlogPost" p
   WHERE p."accountId" = $1 AND p.slug = $2 AND p.status = 'published'
     AND (p."publishedAt" IS NULL OR p."publishedAt" <= $3::timestamptz)`,
  { isBrief: true },
);

const readVersion = workspaceStatement<{ version: string }, [now: Date]>(
  'blog.public.version',
  `SELECT ${LIVE_VERSION} AS version FROM "BlogRevision" r WHERE r."accountId" = $1`,
  { isBrief: true },
);

/** Up to 100, newest first; of an unknown workspace none. */
export const publicList = async (db: PublicDb): Promise<ListedPost[]> =>
  (await db.rows(listPublic, db.now)).map(inLanguages);

/** @throws AppError NOT_FOUND, also for drafts and scheduled posts */
export const publicGet = async (db: PublicDb, slug: string): Promise<PublicPost> =>
  present(orNotFound((await db.rows(findPublic, slug, db.now))[0]));

/**
 * Returns a text that changes whenever the public answer may change. @returns null for a workspace that never had a
 * post
 */
export const publicVersion = async (db: PublicDb): Promise<string | null> =>
  (await db.rows(readVersion, db.now))[0]?.version ?? null;
