/**
 * A link to a post that is not public yet (docs/contract/blog.md#preview-link): anybody who has the link reads the
 * post's current text, until the link expires.
 */
import { postPage } from '@/server/modules/content/blog/pages/post-page';
import { renderBody } from '@/server/platform/pages/render-body';
import { postUrl, type BlogSite } from '@/server/modules/content/blog/pages/site';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type PublicDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { AppError } from '@/server/platform/errors';
import { deriveKey } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';
import { postColumns, present, type BlogPostRow } from '@/server/modules/content/blog/rows';
import type { PreviewLink } from '@/server/modules/content/blog/schema';
import { get } from '@/server/modules/content/blog/service';

const LIFE_MS = 7 * 24 * 60 * 60_000;

interface Link {
  accountId: string;
  id: string;
  /** Seconds since 1970. */
  until: number;
}

const signed = (secret: string, { accountId, id, until }: Link): Signed => ({
  key: deriveKey(secret, 'blog-preview'),
  text: `${accountId}:${id}:${until}`,
  encoding: 'hex',
});

/** @throws AppError NOT_FOUND */
export async function previewLink(
  db: WorkspaceDb,
  { baseUrl, appSecret }: Pick<Settings, 'baseUrl' | 'appSecret'>,
  id: string,
): Promise<PreviewLink> {
  await get(db, id);
  const until = Math.floor((db.now.getTime() + LIFE_MS) / 1000);
  const link = { accountId: db.accountId, id, until };
  return {
    url: `${baseUrl}/b/${db.accountId}/preview/${id}.${until}.${signToken(signed(appSecret, link))}`,
    expiresAt: new Date(until * 1000),
  };
}

const TOKEN = /^([a-z0-9]{1,40})\.(\d{1,12})\.([0-9a-f]{64})$/;

const findPost = workspaceStatement<Omit<BlogPostRow, 'updatedAt' | 'translations'>, [id: string]>(
  'blog.preview.post',
  `SELECT ${postColumns('public')} FROM "BlogPost" p WHERE p."accountId" = $1 AND p.id = $2`,
  { isBrief: true },
);

/** @throws AppError NOT_FOUND for an expired or foreign link, and for a deleted post */
export async function previewDocument(
  db: PublicDb,
  { appSecrets }: Pick<Settings, 'appSecrets'>,
  site: BlogSite,
  token: string,
): Promise<string> {
  const [, id = '', seconds = '', signature = ''] = TOKEN.exec(token) ?? [];
  const link = { accountId: db.accountId, id, until: Number(seconds) };
  const isOurs = signature !== '' && appSecrets.some((secret) => isToken(signature, signed(secret, link)));
  if (!isOurs || link.until * 1000 <= db.now.getTime()) throw new AppError('NOT_FOUND');
  const post = present(orNotFound((await db.rows(findPost, id))[0]));
  const body = await renderBody(post.body, postUrl(site, post.slug), site.accountId);
  return postPage(site, { ...post, publishedAt: post.publishedAt ?? db.now }, body, {
    previewUntil: new Date(link.until * 1000),
  });
}
