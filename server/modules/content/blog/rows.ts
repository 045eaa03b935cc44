/** Rows of BlogPost in the form of our answers. */
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

/** Columns of `p` for statements that return a post: all of them, or the columns of one kind of answer. */
const COLUMNS = {
  post: namesOf('BlogPost', 'translationGroup'),
  public: publicPost.omit({ alternates: true }).keyof().options,
  listed: listedPost.omit({ alternates: true }).keyof().options,
  summary: postSummary.keyof().options,
} satisfies Record<string, ColumnOf<'BlogPost'>[]>;
export const postColumns = (part: keyof typeof COLUMNS): string => listed(COLUMNS[part], 'p');

/** More languages than that nobody writes in. */
const MOST_TRANSLATIONS = 100;

/** SQL of a list of the translations of `p`, by language; null when `p` has no group. */
const othersOf = (keys: readonly (keyof Translation)[], condition: string): string =>
  `CASE WHEN p."translationGroup" IS NOT NULL THEN (SELECT json_agg(json_build_object(${keys.map((key) => `'${key}', o."${key}"`).join(', ')})) FROM (
     SELECT t.* FROM "BlogPost" t WHERE t."accountId" = ${THIS_WORKSPACE}
       AND t."translationGroup" = p."translationGroup" AND t.id <> p.id${condition}
     ORDER BY t.locale LIMIT ${MOST_TRANSLATIONS}) o) END`;
export const TRANSLATIONS = `${othersOf(['id', 'locale', 'slug', 'title', 'status'], '')} AS translations`;
/** SQL of the translations that are public at the instant in the parameter `now`. */
export const alternatesAt = (now: string): string =>
  `${othersOf(['id', 'locale', 'slug', 'title'], ` AND t.status = 'published' AND t."publishedAt" <= ${now}::timestamptz`)} AS alternates`;

/** SQL condition: the post is public at the moment $2, in the list, in feeds and in links between posts. */
export const LISTED = `p."accountId" = $1 AND p.status = 'published' AND p."publishedAt" <= $2::timestamptz`;

/**
 * SQL of the version of `r`, a BlogRevision. Every write of a post raises it; time alone also changes it, through the
 * newest date that has passed.
 */
export const LIVE_VERSION = `concat(r.revision, ' ',
  (SELECT p."publishedAt" FROM "BlogPost" p WHERE ${LISTED} ORDER BY p."publishedAt" DESC LIMIT 1))`;

interface InLanguages {
  locale: string | null;
  translations?: Translation[] | null;
  alternates?: Alternate[] | null;
}

/**
 * Adds the language keys only for a post with a language, so that clients with one language get the same answers as
 * before.
 */
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

/** The cast is safe: the column's check constraint only allows these values. */
export const present = <Row extends InLanguages & { status: string }>(row: Row) => ({
  ...inLanguages(row),
  status: castStored<BlogPost['status']>(row.status),
});
