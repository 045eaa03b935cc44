'use client';
import { IconCategory, IconFileImport, IconRss, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions } from '@/components/ui/page-actions';
import { PageHead } from '@/components/ui/page-head';
import { Status } from '@/components/ui/status';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { FeedAddress } from './feed-address';
import { FeedBodySkeleton } from './feed-skeleton';
import { Findings } from './findings';
import { ProductCurl } from './product-curl';
import { ProductDrawer } from './product-drawer';
import { ProductList } from './product-list';
import { ADDRESS } from './product';
import classes from './feed.module.css';

const CategoryRules = whenOpened(async () => (await import('./category-rules')).CategoryRules);
const FeedSettings = whenOpened(async () => (await import('./feed-settings')).FeedSettings);

/** The product feed: where it is, what is wrong with it, and every product as the crawler sees it. */
export function Feed() {
  const t = useTranslations('feeds');
  const format = useFormat();
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery(trpc.feeds.issues.queryOptions());
  const issues = query.data;
  const all =
    issues && issues.counts.inFeed + issues.counts.overLimit + issues.counts.unavailable + issues.counts.archived;
  const upload = (
    <LinkButton href="/feeds/import" leftSection={<IconFileImport {...ICON} />}>
      {t('import.action')}
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        count={issues && all ? format.number(issues.counts.inFeed) : undefined}
        aside={
          issues && <Status kind={issues.enabled ? 'on' : 'off'}>{t(issues.enabled ? 'state.on' : 'state.off')}</Status>
        }
        lead={t('lead')}
        action={
          <PageActions
            others={[
              { label: t('categories.action'), icon: IconCategory, onClick: () => setAddress({ categories: '1' }) },
              { label: t('settings.open'), icon: IconSettings, onClick: () => setAddress({ settings: '1' }) },
            ]}
          >
            {all !== 0 && upload}
          </PageActions>
        }
      />
      {!issues && query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <FeedBodySkeleton />}
      {issues && all === 0 && (
        <EmptyState
          icon={<IconRss {...ICON} />}
          sentence={t('empty.sentence')}
          action={upload}
          link={{ href: '/docs', label: t('empty.link') }}
        />
      )}
      {issues && all !== 0 && (
        <>
          <div className={classes.top}>
            <FeedAddress issues={issues} />
            <Findings issues={issues} chosen={address.rule} onChoose={(rule) => setAddress({ rule, state: 'all' })} />
          </div>
          <ProductList address={address} setAddress={setAddress} rules={issues.rules} />
          <ProductCurl />
          <ProductDrawer externalRef={address.product} onClose={() => setAddress({ product: '' })} />
        </>
      )}
      <CategoryRules opened={address.categories === '1'} onClose={() => setAddress({ categories: '' })} />
      <FeedSettings opened={address.settings === '1'} onClose={() => setAddress({ settings: '' })} />
    </>
  );
}
