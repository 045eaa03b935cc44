/**
 * A workspace's operations on its posts (docs/contract/blog.md#states): list, write, publish, delete. Only attaching a
 * post to a campaign is audited.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, foreignCampaign } from '@/server/platform/errors';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import { postColumns, present, TRANSLATIONS, type BlogPostRow } from '@/server/modules/content/blog/rows';
import { BY_HAND, keepFirstRevision, save, type Saved } from '@/server/modules/content/blog/save';
import type { BlogPost, CreateInput, PublishNowInput, UpdateInput } from '@/server/modules/content/blog/schema';
import { groupOf, lockForTie, requireLocale } from '@/server/modules/content/blog/translations';
import { auditOwnAttachment } from '@/server/modules/account/audit-log/campaign-attachment';

/** Drafts without a date come first, as the contract says; PostgreSQL's descending order puts nulls first. */
const listStatement = (name: string, filter: string) =>
  workspaceStatement<BlogPostRow, [status?: string]>(
    name,
    `SELECT ${postColumns('post')}, ${TRANSLATIONS} FROM "BlogPost" p WHERE p."accountId" = $1${filter}
      ORDER BY p."publishedAt" DESC, p."createdAt" DESC, p.id DESC LIMIT 200`,
  );
const listAll = listStatement('blog.list', '');
const listByStatus = listStatement('blog.list.status', ' AND p.status = $2::text');

const findPost = workspaceStatement<BlogPostRow, [id: string]>(
  'blog.find',
  `SELECT ${postColumns('post')}, ${TRANSLATIONS} FROM "BlogPost" p WHERE p."accountId" = $1 AND p.id = $2`,
);

const lockPost = workspaceStatement<{ marketingCampaignId: string | null; status: string }, [id: string]>(
  'blog.lock',
  `SELECT p."marketingCampaignId", p.status FROM "BlogPost" p WHERE p."accountId" = $1 AND p.id = $2 FOR NO KEY UPDATE`,
);

const deletePost = workspaceStatement<{ id: string }, [id: string]>(
  'blog.delete',
  `DELETE FROM "BlogPost" p WHERE p."accountId" = $1 AND p.id = $2 RETURNING p.id`,
);

const findSlugs = workspaceStatement<{ slug: string }, [slugs: string[]]>(
  'blog.known-slugs',
  `SELECT p.slug FROM "BlogPost" p WHERE p."accountId" = $1 AND p.slug = ANY ($2::text[])`,
);

/** Turns what the database refuses into the error that the client reads. */
function refused(error: unknown): unknown {
  if (violates(error, 'BlogPost_accountId_slug_key')) return new AppError('SLUG_TAKEN');
  if (violates(error, 'BlogPost_accountId_marketingCampaignId_fkey')) {
    return foreignCampaign();
  }
  if (violates(error, 'BlogPost_accountId_translationGroup_locale_key')) return new AppError('LOCALE_TAKEN');
  return error;
}

/** Returns up to 200 posts of all statuses, or of one status. */
export async function list(db: WorkspaceDb, status?: string): Promise<BlogPost[]> {
  const rows = status === undefined ? await db.rows(listAll) : await db.rows(listByStatus, status);
  return rows.map(present);
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<BlogPost> {
  return present(orNotFound((await db.rows(findPost, id))[0]));
}

/** Returns which of these addresses a post of the workspace already has. */
export async function knownSlugs(db: WorkspaceDb, slugs: string[]): Promise<{ known: string[] }> {
  return { known: (await db.rows(findSlugs, slugs)).map(({ slug }) => slug) };
}

/**
 * Published without a date is published now.
 * @throws AppError VALIDATION with CAMPAIGN_NOT_IN_ACCOUNT, SLUG_TAKEN, LOCALE_TAKEN, PLAN_LIMIT
 */
export async function create(db: WorkspaceDb, input: CreateInput): Promise<BlogPost> {
  const { status = 'draft', publishedAt = status === 'published' ? db.now : null, translationOf, ...fields } = input;
  const plan = await effectivePlan(db);
  try {
    return await db.prismaTransaction(async (tx) => {
      const group = await groupOf(tx, translationOf);
      requireLocale(fields, group);
      const row = await tx.prisma.blogPost.create({
        data: {
          accountId: tx.accountId,
          ...fields,
          ...group,
          status,
          publishedAt,
          createdAt: tx.now,
          updatedAt: tx.now,
        },
      });
      // The insert has locked the workspace's revision, so of creations at once each counts those before it.
      if (plan.blogPosts !== -1)
        requireWithinLimit(plan, 'blogPosts', await tx.prisma.blogPost.count({ where: { accountId: tx.accountId } }));
      await keepFirstRevision(tx, row.id);
      await auditOwnAttachment(tx, 'blog_post', row.id, null, row.marketingCampaignId);
      return await get(tx, row.id);
    });
  } catch (error) {
    throw refused(error);
  }
}

/**
 * Changes a post; fields that are not sent stay.
 * @throws AppError NOT_FOUND, VALIDATION with CAMPAIGN_NOT_IN_ACCOUNT, SLUG_TAKEN, LOCALE_TAKEN
 */
export async function update(
  db: WorkspaceDb,
  { id, ...input }: UpdateInput,
  saved: Saved = BY_HAND,
): Promise<BlogPost> {
  if (Object.keys(input).length === 0) return await get(db, id);
  const { translationOf, ...changes } = input;
  try {
    return await db.transaction(async (tx) => {
      await lockForTie(tx, id, translationOf);
      const before = orNotFound((await tx.rows(lockPost, id))[0]);
      const group = await groupOf(tx, translationOf);
      const row = orNotFound((await save(tx, id, { ...changes, ...group }, saved))[0]);
      requireLocale(row, group);
      if (changes.marketingCampaignId !== undefined)
        await auditOwnAttachment(tx, 'blog_post', id, before.marketingCampaignId, row.marketingCampaignId);
      return present(row);
    });
  } catch (error) {
    throw refused(error);
  }
}

/** Locks a post and checks whether it is a draft. @throws AppError NOT_FOUND */
export const isDraft = async (tx: Pick<StatementTx, 'rows'>, id: string): Promise<boolean> =>
  orNotFound((await tx.rows(lockPost, id))[0]).status === 'draft';

/** Saves a post and publishes it now, by the service's clock, whatever date it had. @throws AppError as update */
export const publishNow = (db: WorkspaceDb, changes: PublishNowInput): Promise<BlogPost> =>
  update(db, { ...changes, status: 'published', publishedAt: db.now });

/** For good. @throws AppError NOT_FOUND */
export async function remove(db: WorkspaceDb, id: string): Promise<{ id: string; deleted: true }> {
  orNotFound((await db.rows(deletePost, id))[0]);
  return { id, deleted: true };
}
