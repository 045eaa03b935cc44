/** Rows of BlogPost as we return them. */
import { castStored } from '@/server/platform/db/stored';
import type { BlogPost as Stored } from '@/prisma/generated/client';
import { listed, namesOf, type ColumnOf } from '@/server/platform/db/columns';
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import {
  listedPost,
  postSummary,
  publicPost,
  type Alternate,
  type BlogPost,
  type Translation,
} from '@/server/modules/content/blog/schema';

export type BlogPostRow = Omit<Stored, 'translationGroup'> & { translations?: Translation[] | null };

/** Columns of `p` for statements that return a post: whole, or what an answer shows of it. */
const COLUMNS = {
  post: namesOf('BlogPost', 'translationGroup'),
  public: publicPost.omit({ alternates: true }).keyof().options,
  listed: listedPost.omit({ alternates: true }).keyof().options,
  summary: postSummary.keyof().options,
} satisfies Record<string, ColumnOf<'BlogPost'>[]>;
export const postColumns = (part: keyof typeof COLUMNS): string => listed(COLUMNS[part], 'p');

/** More languages than that nobody writes in. */
const MOST_TRANSLATIONS = 100;

/** SQL of a list of the posts that say the same as `p`, by language; null where it stands for itself. */
const othersOf = (keys: readonly (keyof Translation)[], condition: string): string =>
  `CASE WHEN p."translationGroup" IS NOT NULL THEN (SELECT json_agg(json_build_object(${keys.map((key) => `'${key}', o."${key}"`).join(', ')})) FROM (
     SELECT t.* FROM "BlogPost" t WHERE t."accountId" = ${THIS_WORKSPACE}
       AND t."translationGroup" = p."translationGroup" AND t.id <> p.id${condition}
     ORDER BY t.locale LIMIT ${MOST_TRANSLATIONS}) o) END`;
export const TRANSLATIONS = `${othersOf(['id', 'locale', 'slug', 'title', 'status'], '')} AS translations`;
/** Returns the SQL of the translations that the public reads at the moment that the parameter holds. */
export const alternatesAt = (now: string): string =>
  `${othersOf(['id', 'locale', 'slug', 'title'], ` AND t.status = 'published' AND t."publishedAt" <= ${now}::timestamptz`)} AS alternates`;

/** The condition that the public sees a post at the moment $2: in the list, in feeds and in links between posts. */
export const LISTED = `p."accountId" = $1 AND p.status = 'published' AND p."publishedAt" <= $2::timestamptz`;

/**
 * The version of `r`, a BlogRevision: what every write of a post raises, and what time alone changes, the newest date
 * that has come.
 */
export const LIVE_VERSION = `concat(r.revision, ' ',
  (SELECT p."publishedAt" FROM "BlogPost" p WHERE ${LISTED} ORDER BY p."publishedAt" DESC LIMIT 1))`;

interface InLanguages {
  locale: string | null;
  translations?: Translation[] | null;
  alternates?: Alternate[] | null;
}

/** A key is there only where the post has a language, so that whoever writes in one reads what was there before. */
export function inLanguages<Row extends InLanguages>(
  row: Row,
): Omit<Row, keyof InLanguages> & { locale?: string; translations?: Translation[]; alternates?: Alternate[] } {
  const { locale, translations, alternates, ...rest } = row;
  return {
    ...rest,
    ...(locale !== null && { locale }),
    ...(translations && { translations }),
    ...(alternates && { alternates }),
  };
}

/** The column holds only what its check lets in. */
export const present = <Row extends InLanguages & { status: string }>(row: Row) => ({
  ...inLanguages(row),
  status: castStored<BlogPost['status']>(row.status),
});
