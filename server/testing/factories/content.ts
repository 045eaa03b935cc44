/** Factories of the content and overview areas: posts, marketing campaigns. */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { now, unique } from '@/server/testing/factories/unique';

export async function makeMarketingCampaign(
  database: Database,
  accountId: string,
  options: Partial<Prisma.MarketingCampaignUncheckedCreateInput> = {},
): Promise<string> {
  const at = now();
  const { id } = await database.prisma.marketingCampaign.create({
    data: { accountId, name: unique('Campaign '), createdAt: at, updatedAt: at, ...options },
  });
  return id;
}

/** A draft unless told otherwise. */
export async function makeBlogPost(
  database: Database,
  accountId: string,
  options: Partial<Prisma.BlogPostUncheckedCreateInput> = {},
): Promise<{ id: string; slug: string; title: string }> {
  const at = now();
  return await database.prisma.blogPost.create({
    data: {
      accountId,
      slug: unique('post-'),
      title: unique('Post '),
      body: 'First paragraph.\n\nSecond.',
      createdAt: at,
      updatedAt: at,
      ...options,
    },
    select: { id: true, slug: true, title: true },
  });
}
