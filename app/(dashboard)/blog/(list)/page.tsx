import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { PostList } from '@/app/(dashboard)/blog/post-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('blog'))('title') };
}

export default function BlogPage() {
  return (
    <Texts of={['blog']}>
      <PostList />
    </Texts>
  );
}
