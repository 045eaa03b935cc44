'use client';
import { IconArticle, IconExternalLink, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { useArrivedAccount } from '@/components/shell/use-account';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { ResourceList } from '@/components/ui/resource-list';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { chosenBy, DEFAULTS, FILTERS, listOptions } from './post-address';
import { PostTable } from './post-table';

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
