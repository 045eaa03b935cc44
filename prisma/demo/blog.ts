/** The blog of Kopi Nusantara (docs/contract/blog.md#fields): 33 posts over 90 days, with drafts and some to come. */
import { COVERS, drawCover } from '@/prisma/demo/covers';
import { BREWING } from '@/prisma/demo/posts/brewing';
import { ORIGINS } from '@/prisma/demo/posts/origins';
import type { DemoPost } from '@/prisma/demo/posts/post';
import { SHOP } from '@/prisma/demo/posts/shop';
import type { Database } from '@/server/platform/db/client';
import type { Settings } from '@/server/platform/env';
import { madeId } from '@/server/platform/db/new-id';
import { writeUpload } from '@/server/platform/storage/disk';
import { newKey } from '@/server/platform/storage/key';
import { openUploadStore } from '@/server/platform/storage/open-store';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const POSTS: readonly DemoPost[] = [...BREWING, ...ORIGINS, ...SHOP];

/** Kept on our own disk; a store elsewhere is not written to for the sake of a demo, and its posts go without. */
async function storeCovers(
  transaction: Transaction,
  accountId: string,
  settings: Settings,
  at: Date,
): Promise<string[]> {
  if (settings.s3 !== null) return [];
  const store = openUploadStore(settings);
  const contentType = 'image/png';
  const files = COVERS.map(({ name, drawing }) => ({
    key: newKey(accountId, contentType),
    name,
    bytes: drawCover(drawing),
  }));
  for (const { key, bytes } of files) await writeUpload(settings.dataDir, key, bytes);
  const createdAt = new Date(at.getTime() - 89 * DAY);
  await transaction.upload.createMany({
    data: files.map(({ key, name, bytes }) => ({
      accountId,
      key,
      kind: 'compose-asset',
      contentType,
      size: bytes.length,
      name,
      createdAt,
      storedAt: createdAt,
    })),
  });
  return files.map(({ key }) => store.publicUrl(key));
}

/** At nine in the morning of Jakarta, as a shop would choose, but for what is younger than that. */
function morning(at: Date, daysAgo: number): Date {
  const day = new Date(at.getTime() - daysAgo * DAY);
  const nine = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 2));
  return daysAgo < 0 || nine.getTime() < at.getTime() - HOUR ? nine : new Date(at.getTime() - HOUR);
}

export async function makeBlog(
  transaction: Transaction,
  accountId: string,
  settings: Settings,
  at: Date,
): Promise<void> {
  const campaigns = new Map(
    (await transaction.marketingCampaign.findMany({ where: { accountId }, select: { id: true, name: true } })).map(
      ({ id, name }) => [name, id],
    ),
  );
  const groups = new Map(
    POSTS.flatMap(({ slug, translationOf }) => {
      const group = madeId();
      return translationOf === undefined ? [] : [[slug, group] as const, [translationOf, group] as const];
    }),
  );
  const covers = await storeCovers(transaction, accountId, settings, at);
  await transaction.blogPost.createMany({
    data: POSTS.map((post, index) => {
      const createdAt = new Date(morning(at, post.written).getTime() - index * 61_000);
      const publishedAt = post.live === undefined ? null : morning(at, post.live);
      // Read over once more a few hours after it went live.
      const changed =
        publishedAt === null || publishedAt > at ? createdAt.getTime() + 5 * HOUR : publishedAt.getTime() + 3 * HOUR;
      return {
        accountId,
        slug: post.slug,
        title: post.title,
        excerpt: post.excerpt ?? null,
        body: post.body,
        coverImage: post.cover === undefined ? null : (covers[post.cover] ?? null),
        status: publishedAt === null ? 'draft' : 'published',
        publishedAt,
        authorName: post.author,
        tags: post.tags,
        metaTitle: post.metaTitle ?? null,
        metaDescription: post.metaDescription ?? null,
        marketingCampaignId: post.campaign === undefined ? null : (campaigns.get(post.campaign) ?? null),
        locale: post.locale ?? null,
        translationGroup: groups.get(post.slug) ?? null,
        createdAt,
        updatedAt: new Date(Math.min(changed, at.getTime() - index * 60_000)),
      };
    }),
  });
  await keepRevisions(transaction, accountId);
}

/** What was written over: by the owner, by a colleague, and by itself while she went on typing. */
async function keepRevisions(transaction: Transaction, accountId: string): Promise<void> {
  const people = await transaction.membership.findMany({
    where: { accountId },
    orderBy: { createdAt: 'asc' },
    select: { userId: true, role: true },
  });
  const owner = people.find(({ role }) => role === 'owner')?.userId ?? null;
  const colleague = people.find(({ role }) => role !== 'owner')?.userId ?? owner;
  for (const { slug, before = [] } of POSTS) {
    if (before.length === 0) continue;
    const post = await transaction.blogPost.findUniqueOrThrow({ where: { accountId_slug: { accountId, slug } } });
    const versions: NonNullable<DemoPost['before']> = [...before, { body: [] }];
    const states = versions.map((then) => ({
      title: then.title ?? post.title,
      body: then.body.reduce((body, [now, earlier]) => body.replace(now, earlier), post.body),
    }));
    const last = states.length - 1;
    await transaction.postRevision.createMany({
      data: states.map(({ title, body }, at) => {
        const savedAt = new Date(post.updatedAt.getTime() - (last - at) * 50 * 60_000);
        return {
          accountId,
          postId: post.id,
          number: at + 1,
          kind: at === 1 ? 'autosave' : 'save',
          actorKind: 'session',
          actorId: at === last ? owner : colleague,
          changed: at === 0 ? [] : [...(title === states[at - 1]?.title ? [] : ['title']), 'body'],
          title,
          excerpt: post.excerpt,
          body,
          coverImage: post.coverImage,
          authorName: post.authorName,
          tags: post.tags,
          metaTitle: post.metaTitle,
          metaDescription: post.metaDescription,
          createdAt: savedAt,
          updatedAt: savedAt,
        };
      }),
    });
  }
}
