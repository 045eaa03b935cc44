'use client';
import { IconArticle, IconExternalLink, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { useArrivedAccount } from '@/components/shell/use-account';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { ResourceList } from '@/components/ui/resource-list';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { chosenBy, DEFAULTS, FILTERS, listOptions } from './post-address';
import { ActionIcon, Tooltip } from '@mantine/core';
import { NameCell } from '@/components/ui/name-cell';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { None } from '@/components/ui/none';
import { publicPath, type PostSummary } from './post';
import { PostStatus, usePostState } from './post-status';
import classes from './post-list.module.css';

/** More are counted, not shown. */
const TAGS_SHOWN = 1;

function PostTable({ posts }: { posts: readonly PostSummary[] }) {
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

export function PostList() {
  const t = useTranslations('blog');
  const accountId = useArrivedAccount()?.workspace?.id;
  const [address, setAddress] = useAddress(DEFAULTS);
  const chosen = chosenBy(address);
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), chosen)), (page) => page.items);
  const isFiltered = chosen.q !== '' || chosen.filter !== 'all';
  const newPost = (
    <LinkButton href="/blog/new" leftSection={<IconPlus {...ICON} />}>
      {t('new')}
    </LinkButton>
  );
  const toolbar = (
    <ListToolbar
      search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
      filters={
        <FilterChips
          label={t('filters.label')}
          options={FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={chosen.filter}
          onChange={(next) => setAddress({ status: next })}
        />
      }
    />
  );
  return (
    <ResourceList
      title={t('title')}
      action={newPost}
      others={[
        ...(accountId === undefined
          ? []
          : [{ label: t('viewBlog'), icon: IconExternalLink, href: `/b/${accountId}`, outside: true }]),
        { label: t('import'), icon: IconFileImport, href: '/blog/import' },
      ]}
      empty={{
        icon: <IconArticle {...ICON} />,
        sentence: t('empty.sentence'),
        link: { href: '/blog/new?start=sample', label: t('empty.link') },
      }}
      toolbar={toolbar}
      list={list}
      skeleton={<TableSkeleton columns={5} rows={8} />}
      onClear={isFiltered ? () => setAddress(DEFAULTS) : undefined}
      foot={
        <CurlButton
          title={t('curl.title')}
          requests={[
            {
              title: t('curl.list'),
              method: 'GET',
              path: '/api/v1/blog',
              ...(chosen.filter === 'draft' && { query: 'status=draft' }),
            },
            {
              title: t('curl.create'),
              help: t('curl.createHelp'),
              method: 'POST',
              path: '/api/v1/blog',
              body: { title: t('sample.title'), slug: t('sample.slug'), body: t('curl.body'), status: 'draft' },
            },
          ]}
        />
      }
    >
      {(posts) => <PostTable posts={posts} />}
    </ResourceList>
  );
}
