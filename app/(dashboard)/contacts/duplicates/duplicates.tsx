'use client';
import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { listedInPages } from '@/components/ui/listed';
import { LoadMore } from '@/components/ui/load-more';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { duplicateOptions } from './duplicate-reads';
import { GroupPanel } from './group-panel';
import { RecentMerges } from './recent-merges';
import classes from './duplicates.module.css';

/** Contacts that may be one person, group by group, and what was made one already. */
export function Duplicates() {
  const t = useTranslations('contacts.duplicates');
  const { rows, error, retry, pages } = listedInPages(
    useInfiniteQuery(duplicateOptions(useTRPC())),
    (page) => page.data,
  );
  // A page of a workspace of millions may have nobody: the first that has somebody is looked for unasked.
  const isOpen = rows === undefined || (rows.length === 0 && pages.hasMore);
  useEffect(() => {
    if (isOpen && pages.hasMore && !pages.isLoading && error === null) pages.more();
  }, [isOpen, pages, error]);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} back={{ href: '/contacts', label: t('back') }} />
      <div className={classes.page}>
        {isOpen &&
          (error === null ? <Skeleton height={200} /> : <ErrorNotice error={error} act="read" onRetry={retry} />)}
        {!isOpen && rows.length === 0 && (
          <Panel>
            <p className={classes.none}>{t('none')}</p>
          </Panel>
        )}
        {rows?.map((group) => (
          // With other people it is another question.
          <GroupPanel key={[group.by, group.value, ...group.contacts.map(({ id }) => id)].join(' ')} group={group} />
        ))}
        {rows !== undefined && rows.length > 0 && (
          <LoadMore shown={rows.length} hasMore={pages.hasMore} loading={pages.isLoading} onMore={pages.more} />
        )}
        <RecentMerges />
      </div>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.list'), method: 'GET', path: '/api/v1/contacts/duplicates' },
          {
            title: t('api.merge'),
            method: 'POST',
            path: '/api/v1/contacts/merge',
            body: { keepId: rows?.[0]?.contacts[0]?.id ?? 'c1', mergeIds: [rows?.[0]?.contacts[1]?.id ?? 'c2'] },
          },
        ]}
      />
    </>
  );
}
