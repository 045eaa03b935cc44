import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { chosenBy, DEFAULTS, listOptions } from '@/app/(dashboard)/blog/post-address';
import { DashboardPage } from '@/app/dashboard-page';
import { PostList } from '@/app/(dashboard)/blog/post-list';
import { addressOf } from '@/components/ui/address';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('blog'))('title') };
}

export default async function BlogPage({ searchParams }: PageProps<'/blog'>) {
  const chosen = chosenBy(addressOf(DEFAULTS, await searchParams));
  return (
    <DashboardPage texts={['blog']} reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, chosen))]}>
      <PostList />
    </DashboardPage>
  );
}
