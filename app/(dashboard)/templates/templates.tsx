'use client';
import { Button } from '@mantine/core';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { PageHead } from '@/components/ui/page-head';
import { SearchField } from '@/components/ui/search-field';
import { useAddress } from '@/components/ui/use-address';
import { DEFAULTS, listOptions, searchOf } from './template-address';
import { TemplateCard } from './template-card';
import { CardsSkeleton } from './templates-skeleton';
import classes from './templates.module.css';

export function Templates() {
  const t = useTranslations('templates');
  const words = useTranslations('ui');
  const trpc = useTRPC();
  const format = useFormat();
  const [address, setAddress] = useAddress(DEFAULTS);
  const q = searchOf(address);
  const query = useInfiniteQuery(listOptions(trpc, q));
  const templates = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  const none = total === 0 && q === '';

  const body = (): ReactNode => {
    if (query.isPending) return <CardsSkeleton />;
    if (total === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (templates.length === 0) {
      const clear = (
        <Button variant="default" onClick={() => setAddress({ q: '' })}>
          {words('clearSearch')}
        </Button>
      );
      return <NoMatches sentence={words('noMatches')} action={clear} />;
    }
    return (
      <>
        <ul className={classes.cards} aria-label={t('title')}>
          {templates.map((template) => (
            <TemplateCard key={template.id} template={template} />
          ))}
        </ul>
        <LoadMore
          shown={templates.length}
          total={total}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
        <CurlButton
          title={t('curl.title')}
          requests={[{ title: t('curl.list'), method: 'GET', path: '/api/v1/broadcasts/templates' }]}
        />
      </>
    );
  };

  const newTemplate = (
    <LinkButton href="/templates/new" leftSection={<IconPlus {...ICON} />}>
      {t('new')}
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        count={total === undefined || none ? undefined : format.number(total)}
        action={none ? undefined : newTemplate}
      />
      {none ? (
        <EmptyState
          icon={<IconTemplate {...ICON} />}
          sentence={t('empty.sentence')}
          action={newTemplate}
          link={{ href: '/templates/new?start=launch', label: t('empty.link') }}
        />
      ) : (
        <>
          <ListToolbar
            search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
          />
          {body()}
        </>
      )}
    </>
  );
}
