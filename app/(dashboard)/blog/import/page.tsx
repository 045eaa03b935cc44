import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { PostImport } from './post-import';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('postImport'))('title') };
}

export default function PostImportPage() {
  return (
    <DashboardPage texts={['csv', 'blog', 'postImport']}>
      <PostImport />
    </DashboardPage>
  );
}
