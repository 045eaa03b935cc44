import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { PostList } from '@/app/(dashboard)/blog/post-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('blog'))('title') };
}

export default function BlogPage() {
  return (
    <DashboardPage texts={['blog']}>
      <PostList />
    </DashboardPage>
  );
}
