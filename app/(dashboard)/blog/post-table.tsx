'use client';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useArrivedAccount } from '@/components/shell/use-account';
import { NameCell } from '@/components/ui/name-cell';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { SMALL_ICON } from '@/components/ui/icon';
import { None } from '@/components/ui/none';
import { publicPath, type PostSummary } from './post';
import { PostStatus, usePostState } from './post-status';
import classes from './post-list.module.css';

/** More are counted, not shown. */
const TAGS_SHOWN = 1;

export function PostTable({ posts }: { posts: readonly PostSummary[] }) {
  const t = useTranslations('blog');
  const columns: Column<PostSummary>[] = [
    {
      key: 'title',
      head: t('columns.title'),
      card: 'title',
      width: 15,
      cell: ({ title, slug }) => <NameCell name={title} note={slug} />,
    },
    { key: 'status', head: t('columns.status'), card: 'state', width: 14, cell: (post) => <PostStatus post={post} /> },
    {
      key: 'author',
      width: 10,
      head: t('columns.author'),
      cell: ({ authorName }) => <span className={classes.author}>{authorName ?? <None />}</span>,
    },
    {
      key: 'tags',
      width: 11,
      priority: -1,
      card: 'hidden',
      head: t('columns.tags'),
      cell: ({ tags }) => <Tags tags={tags} />,
    },
    {
      key: 'updated',
      width: 10,
      priority: 1,
      head: t('columns.updated'),
      cell: ({ updatedAt }) => (
        <span className={classes.when}>
          <RelativeTime value={updatedAt} />
        </span>
      ),
    },
    {
      key: 'page',
      head: t('columns.page'),
      hideHead: true,
      card: 'corner',
      cell: (post) => <PublicLink post={post} />,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      name="blog"
      columns={columns}
      rows={posts}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/blog/${id}`}
    />
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <None />;
  const more = tags.length - TAGS_SHOWN;
  return (
    <span className={classes.tags} title={tags.join(', ')}>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag}>{tag}</span>
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  );
}

/** To the public page, where there is one. */
function PublicLink({ post }: { post: PostSummary }) {
  const t = useTranslations('blog');
  const accountId = useArrivedAccount()?.workspace?.id;
  const state = usePostState(post);
  if (accountId === undefined || state === 'draft' || state === 'scheduled') return null;
  return (
    <Tooltip label={t('actions.view')}>
      <ActionIcon
        component="a"
        href={publicPath(accountId, post.slug)}
        target="_blank"
        variant="subtle"
        color="gray"
        aria-label={t('viewPost', { title: post.title })}
        className={classes.open}
      >
        <IconExternalLink {...SMALL_ICON} />
      </ActionIcon>
    </Tooltip>
  );
}
