'use client';
import { useTranslations } from 'next-intl';
import { NameCell } from '@/components/ui/name-cell';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Status } from '@/components/ui/status';
import { PostStatus } from '../post-status';
import { isOpen, type ReadPost } from './exported-post';

interface Props {
  posts: readonly ReadPost[];
  known: ReadonlySet<string>;
  asDrafts: boolean;
}

/** The posts of a file as they would come in. */
export function FoundPosts({ posts, known, asDrafts }: Props) {
  const t = useTranslations('postImport');
  const blog = useTranslations('blog');
  const columns: Column<ReadPost>[] = [
    {
      key: 'title',
      head: blog('columns.title'),
      card: 'title',
      width: 18,
      cell: ({ title, slug }) => <NameCell name={title} note={slug} />,
    },
    {
      key: 'status',
      head: t('comesIn'),
      card: 'state',
      width: 14,
      cell: (post) => {
        if (known.has(post.slug)) return <Status kind="off">{t('here')}</Status>;
        const goesOut = isOpen(post) && !asDrafts;
        const publishedAt = goesOut ? (post.publishedAt?.toISOString() ?? null) : null;
        return <PostStatus post={{ status: goesOut ? 'published' : 'draft', publishedAt }} />;
      },
    },
    { key: 'author', head: blog('columns.author'), width: 10, cell: ({ authorName }) => authorName },
  ];
  return <DataTable label={t('found')} columns={columns} rows={posts} rowKey={({ slug }) => slug} />;
}
