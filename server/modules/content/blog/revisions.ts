/** The last saved versions of a post (docs/contract/blog.md#revisions): list, read, compare, restore. */
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { saveEdit } from '@/server/platform/db/edits';
import type { ListPage } from '@/server/platform/db/list-page';
import { listed } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { MAX_UNITS } from '@/server/platform/pages/markdown';
import { diffTexts } from '@/server/platform/lib/diff/text';
import type {
  DiffInput,
  PostRevision,
  RestoreInput,
  RevisionDiff,
  RevisionItem,
  RevisionWords,
} from '@/server/modules/content/blog/revision-schema';
import { WORDS } from '@/server/modules/content/blog/save';
import type { BlogPost } from '@/server/modules/content/blog/schema';
import { get, isDraft, update } from '@/server/modules/content/blog/service';

/** Columns of `r`, with the present name of the person who saved. */
const ITEM = `r.id, r.number, r.kind, r."actorKind", r."actorId", r.changed, r."restoredFrom", r.title,
  r."updatedAt" AS at,
  CASE r."actorKind" WHEN 'session' THEN (SELECT u.name FROM "User" u WHERE u.id = r."actorId")
    WHEN 'key' THEN (SELECT k.name FROM "ApiKey" k WHERE k."accountId" = $1 AND k.id = r."actorId")
    WHEN 'platform' THEN (SELECT k.name FROM "PlatformKey" k WHERE k.id = r."actorId") END AS "actorName"`;
const OF_POST = `FROM "PostRevision" r WHERE r."accountId" = $1 AND r."postId" = $2`;

interface ItemRow {
  id: string;
  number: number;
  kind: RevisionItem['kind'];
  actorKind: NonNullable<RevisionItem['by']>['kind'] | null;
  actorId: string | null;
  actorName: string | null;
  changed: string[];
  restoredFrom: number | null;
  title: string;
  at: Date;
}
type Row = ItemRow & RevisionWords;

const listNewest = workspaceStatement<ItemRow, [postId: string, before: number | null, limit: number]>(
  'blog.revisions.list',
  `SELECT ${ITEM} ${OF_POST} AND ($3::int IS NULL OR r.number < $3::int) ORDER BY r.number DESC LIMIT $4::int`,
);
const findRevision = workspaceStatement<Row, [postId: string, revisionId: string]>(
  'blog.revisions.find',
  `SELECT ${ITEM}, ${listed(WORDS, 'r')} ${OF_POST} AND r.id = $3`,
);
const findBefore = workspaceStatement<Row, [postId: string, number: number]>(
  'blog.revisions.before',
  `SELECT ${ITEM}, ${listed(WORDS, 'r')} ${OF_POST} AND r.number < $3::int ORDER BY r.number DESC LIMIT 1`,
);

function present<Of extends ItemRow>({ actorKind, actorId, actorName, ...row }: Of) {
  const by = actorKind === null ? null : { kind: actorKind, id: actorId, name: actorName };
  return { ...row, by };
}

/** The newest first. @throws AppError NOT_FOUND, VALIDATION for a cursor of another list */
export async function listRevisions(
  db: WorkspaceDb,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<ListPage<RevisionItem>> {
  const before = cursor === undefined ? null : decodeCursor(cursor, 'integer').key;
  const rows = await db.rows(listNewest, id, before, limit + 1);
  if (rows.length === 0) await get(db, id);
  const page = cutPage(rows, limit, ({ number }) => number);
  return { data: page.rows.map(present), cursor: page.nextCursor, hasMore: page.hasMore };
}

/** @throws AppError NOT_FOUND */
export async function getRevision(db: WorkspaceDb, id: string, revisionId: string): Promise<PostRevision> {
  return present(orNotFound((await db.rows(findRevision, id, revisionId))[0]));
}

/** The words of a post before its first save. */
const NOTHING: RevisionWords = {
  title: '',
  excerpt: null,
  body: '',
  coverImage: null,
  authorName: null,
  tags: [],
  metaTitle: null,
  metaDescription: null,
};

/**
 * Shows the changes from `against` to the revision; `against` is another revision, the post as it is now (`current`),
 * or the revision before.
 * @throws AppError NOT_FOUND
 */
export async function diffRevision(db: WorkspaceDb, { id, revisionId, against }: DiffInput): Promise<RevisionDiff> {
  const after = await getRevision(db, id, revisionId);
  let from: PostRevision | null = null;
  let before: RevisionWords = NOTHING;
  if (against === 'current') before = await get(db, id);
  else {
    const [row] =
      against === undefined
        ? await db.rows(findBefore, id, after.number)
        : [orNotFound((await db.rows(findRevision, id, against))[0])];
    if (row !== undefined) before = from = present(row);
  }
  const fields = WORDS.filter((field) => field !== 'body' && !isSame(before[field], after[field]));
  const isLong = Math.max(before.body.length, after.body.length) > MAX_UNITS;
  return {
    from: from && { id: from.id, number: from.number, at: from.at },
    fields: fields.map((field) => ({ field, before: before[field], after: after[field] })),
    body: isLong ? (before.body === after.body ? [] : null) : await diffTexts(before.body, after.body),
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Replaces the post's words by those of a revision, like an update; in a public post they are public at once. Address,
 * language, dates and state stay.
 * @throws AppError NOT_FOUND, EDIT_CONFLICT
 */
export const restoreRevision = (db: WorkspaceDb, { id, revisionId, ifUpdatedAt }: RestoreInput): Promise<BlogPost> =>
  saveEdit(db, { table: 'BlogPost', id, ifUpdatedAt }, (handle) =>
    handle.prismaTransaction(async (tx) => {
      const revision = await getRevision(tx, id, revisionId);
      const { title, excerpt, body, coverImage, authorName, tags, metaTitle, metaDescription } = revision;
      const words = { title, excerpt, body, coverImage, authorName, tags, metaTitle, metaDescription };
      await isDraft(tx, id);
      const now = await get(tx, id);
      // What it says already is written by nobody.
      if (WORDS.every((field) => isSame(now[field], words[field]))) return now;
      const post = await update(tx, { id, ...words }, { kind: 'restore', restoredFrom: revision.number });
      await tx.audit({
        action: 'blog_post.restore',
        targetType: 'blog_post',
        targetId: id,
        data: { name: post.title, revision: revision.number },
      });
      return post;
    }),
  );
