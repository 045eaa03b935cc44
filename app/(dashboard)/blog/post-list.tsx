'use client';
import { Button } from '@mantine/core';
import { IconArticle, IconExternalLink, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { useAccount } from '@/components/shell/use-account';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { PageActions } from '@/components/ui/page-actions';
import { PageHead } from '@/components/ui/page-head';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { PostTable } from './post-table';

const DEFAULTS = { q: '', status: 'all' };
const FILTERS = ['all', 'draft', 'scheduled', 'published'] as const;
const PAGE = 25;

export function PostList() {
  const t = useTranslations('blog');
  const words = useTranslations('ui');
  const trpc = useTRPC();
  const format = useFormat();
  const accountId = useAccount()?.workspace?.id;
  const [address, setAddress] = useAddress(DEFAULTS);
  const filter = FILTERS.find((known) => known === address.status) ?? 'all';
  const q = address.q.trim().slice(0, 100);
  const query = useInfiniteQuery(
    trpc.blog.overview.infiniteQueryOptions(
      { limit: PAGE, ...(q !== '' && { q }), ...(filter !== 'all' && { status: filter }) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const posts = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  const filtered = q !== '' || filter !== 'all';
  const none = total === 0 && !filtered;

  const body = (): ReactNode => {
    if (query.isPending) return <TableSkeleton columns={5} rows={8} />;
    if (total === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (posts.length === 0) {
      const clear = (
        <Button variant="default" onClick={() => setAddress({ q: '', status: 'all' })}>
          {words('clearFilters')}
        </Button>
      );
      return <NoMatches sentence={words('noMatches')} action={clear} />;
    }
    return (
      <>
        <PostTable posts={posts} />
        <LoadMore
          shown={posts.length}
          total={total}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </>
    );
  };

  const newPost = (
    <LinkButton href="/blog/new" leftSection={<IconPlus {...ICON} />}>
      {t('new')}
    </LinkButton>
  );
  const actions = (
    <PageActions
      others={
        accountId === undefined
          ? []
          : [{ label: t('viewBlog'), icon: IconExternalLink, href: `/b/${accountId}`, outside: true }]
      }
    >
      {newPost}
    </PageActions>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        count={total === undefined || none ? undefined : format.number(total)}
        action={none ? undefined : actions}
      />
      {none ? (
        <EmptyState
          icon={<IconArticle {...ICON} />}
          sentence={t('empty.sentence')}
          action={newPost}
          link={{ href: '/blog/new?start=sample', label: t('empty.link') }}
        />
      ) : (
        <>
          <ListToolbar
            search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
            filters={
              <FilterChips
                label={t('filters.label')}
                options={FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
                value={filter}
                onChange={(next) => setAddress({ status: next })}
              />
            }
          />
          {body()}
          <CurlButton
            title={t('curl.title')}
            requests={[
              {
                title: t('curl.list'),
                method: 'GET',
                path: '/api/v1/blog',
                ...(filter === 'draft' && { query: 'status=draft' }),
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
        </>
      )}
    </>
  );
}
