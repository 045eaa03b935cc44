/**
 * Writes a post (docs/contract/blog.md#revisions): one statement stores the sent fields, and the post's words before
 * and after. The caller has locked the post, so of two saves at once the second sees the revision of the first.
 */
import { listed, namesOf, type ColumnOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { postColumns, TRANSLATIONS, type BlogPostRow } from '@/server/modules/content/blog/rows';
import type { RevisionKind } from '@/server/modules/content/blog/revision-schema';

/** The fields of a post that revisions keep. Address, language, dates and state are not among them. */
export const WORDS = [
  'title',
  'excerpt',
  'body',
  'coverImage',
  'authorName',
  'tags',
  'metaTitle',
  'metaDescription',
] as const satisfies readonly (ColumnOf<'BlogPost'> & ColumnOf<'PostRevision'>)[];

export const MOST_REVISIONS = 50;
/** Autosaves of one person within this time are one revision, in minutes. */
const FOLD_MINUTES = 10;

/** The kind of a save, and the revision that it restores. */
export interface Saved {
  kind: RevisionKind;
  /** Number of the revision that is restored. */
  restoredFrom: number | null;
}

export const BY_HAND: Saved = { kind: 'save', restoredFrom: null };

/** The columns of a post that a merchant writes. */
const WRITTEN = namesOf('BlogPost', 'id', 'accountId', 'createdAt', 'updatedAt');
const written: Partial<Record<(typeof WRITTEN)[number], string>> = {
  // The first move to published stamps $4 where no date was sent and none is there.
  publishedAt: `CASE WHEN n."publishedAt" IS NULL AND n.status = 'published' AND p.status = 'draft'
    AND NOT $3::jsonb ? 'publishedAt' THEN $4::timestamptz ELSE n."publishedAt" END`,
  // Without a language it says the same as no other.
  translationGroup: `CASE WHEN n.locale IS NOT NULL THEN n."translationGroup" END`,
};

const differing = WORDS.map((name) => `CASE WHEN w."${name}" IS DISTINCT FROM p."${name}" THEN '${name}' END`);
const KEPT = `"accountId", "postId", number, kind, "actorKind", "actorId", changed, "restoredFrom", "createdAt", "updatedAt", ${listed(WORDS)}`;

/** $3 holds the sent fields; other fields keep their value. */
const savePost = workspaceStatement<
  BlogPostRow,
  [
    id: string,
    changes: string,
    now: Date,
    kind: RevisionKind,
    actorKind: string,
    actorId: string | null,
    restoredFrom: number | null,
  ]
>(
  'blog.save',
  `WITH was AS MATERIALIZED (SELECT p.* FROM "BlogPost" p WHERE p."accountId" = $1 AND p.id = $2),
   saved AS (
     UPDATE "BlogPost" p SET
       (${listed(WRITTEN)}) = (SELECT ${WRITTEN.map((name) => written[name] ?? `n."${name}"`).join(', ')} FROM jsonb_populate_record(p, $3::jsonb) n),
       "updatedAt" = $4::timestamptz
     WHERE p."accountId" = $1 AND p.id = $2 RETURNING p.*),
   change AS MATERIALIZED (SELECT array_remove(ARRAY[${differing.join(', ')}], NULL) AS fields FROM was w, saved p),
   newest AS MATERIALIZED (SELECT r.number, r.kind, r."actorKind", r."actorId", r."createdAt" FROM "PostRevision" r
     WHERE r."accountId" = $1 AND r."postId" = $2 ORDER BY r.number DESC LIMIT 1),
   folded AS (
     UPDATE "PostRevision" r SET (${listed(WORDS)}) = (SELECT ${listed(WORDS, 'p')} FROM saved p),
       "updatedAt" = $4::timestamptz,
       changed = ARRAY(SELECT DISTINCT f FROM unnest(r.changed || c.fields) AS f ORDER BY f)
     FROM newest n, change c
     WHERE r."accountId" = $1 AND r."postId" = $2 AND r.number = n.number AND c.fields <> '{}' AND $5::text = 'autosave'
       AND n.kind = 'autosave'
       AND n."actorKind" = $6::text AND n."actorId"
         IS NOT DISTINCT FROM $7::text AND n."createdAt" > $4::timestamptz - interval '${FOLD_MINUTES} minutes'
     RETURNING r.number),
   first AS (
     INSERT INTO "PostRevision" (${KEPT})
     SELECT $1, w.id, 1, 'save', NULL, NULL, '{}', NULL, w."updatedAt", w."updatedAt", ${listed(WORDS, 'w')}
     FROM was w, change c WHERE c.fields <> '{}' AND NOT EXISTS (SELECT FROM newest)),
   added AS (
     INSERT INTO "PostRevision" (${KEPT})
     SELECT $1, p.id, coalesce(n.number, 1) + 1, $5::text, $6::text, $7::text, c.fields, $8::int, $4::timestamptz,
       $4::timestamptz, ${listed(WORDS, 'p')}
     FROM saved p CROSS JOIN change c LEFT JOIN newest n ON true
       WHERE c.fields <> '{}' AND NOT EXISTS (SELECT FROM folded)),
   pruned AS (
     DELETE FROM "PostRevision" r USING newest n, change c
     WHERE r."accountId" = $1 AND r."postId" = $2 AND r.number <= n.number + 1 - ${MOST_REVISIONS} AND c.fields <> '{}'
       AND NOT EXISTS (SELECT FROM folded)),
   arrived AS (
     DELETE FROM "PostWorkingCopy" c WHERE c."accountId" = $1 AND c."postId" = $2 AND c."userId" = $7::text
       AND $5::text = 'save')
   SELECT ${postColumns('post')}, ${TRANSLATIONS} FROM saved p`,
);

/**
 * @param tx a transaction that has locked the post
 * @returns no row for an unknown post
 */
export const save = (
  tx: Pick<StatementTx, 'rows' | 'now' | 'actor'>,
  id: string,
  changes: Readonly<Record<string, unknown>>,
  { kind, restoredFrom }: Saved,
): Promise<BlogPostRow[]> =>
  tx.rows(savePost, id, JSON.stringify(changes), tx.now, kind, tx.actor.kind, tx.actor.id, restoredFrom);

/** Keeps the content of a post that was made just now. */
const keepFirst = workspaceStatement<never, [id: string, actorKind: string, actorId: string | null]>(
  'blog.revisions.first',
  `INSERT INTO "PostRevision" (${KEPT})
   SELECT $1, p.id, 1, 'save', $3::text, $4::text, '{}', NULL, p."createdAt", p."createdAt", ${listed(WORDS, 'p')}
   FROM "BlogPost" p WHERE p."accountId" = $1 AND p.id = $2`,
);

export const keepFirstRevision = async (tx: Pick<StatementTx, 'rows' | 'actor'>, id: string): Promise<void> => {
  await tx.rows(keepFirst, id, tx.actor.kind, tx.actor.id);
};
