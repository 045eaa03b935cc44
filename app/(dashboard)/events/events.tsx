'use client';
import { useQuery } from '@tanstack/react-query';
import { IconPointer } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { CurlButton } from '@/components/curl-button';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterSelect } from '@/components/ui/filter-select';
import { ICON } from '@/components/ui/icon';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { ADDRESS, recentOptions } from './event-address';
import { EventTable, NameTable } from './tables';
import classes from './events.module.css';

/** Events arrive while one looks on. */
const REFRESH_MS = 5000;

/** What the shop's server tells of: how much of what, the newest, and how it is sent. */
export function Events() {
  const t = useTranslations('events');
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery({ ...recentOptions(useTRPC(), address), refetchInterval: REFRESH_MS });
  const recent = query.data;
  if (recent === undefined)
    return (
      <>
        <PageHead title={t('title')} lead={t('lead')} />
        {query.isError ? (
          <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
        ) : (
          <TableSkeleton columns={4} rows={8} />
        )}
      </>
    );
  const { names, events } = recent;
  if (names.length === 0 && address.name === '')
    return (
      <>
        <PageHead title={t('title')} lead={t('lead')} />
        <EmptyState
          icon={<IconPointer {...ICON} />}
          sentence={t('empty')}
          onlyReads
          action={<HowToSend variant="filled" />}
          link={{ href: '/docs/guides/events', label: t('guide') }}
        />
      </>
    );
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={classes.sections}>
        <section aria-labelledby="names">
          <h2 id="names">{t('names.title')}</h2>
          <NameTable names={names} />
        </section>
        <section aria-labelledby="newest">
          <div className={classes.head}>
            <h2 id="newest">{t('newest.title')}</h2>
            <FilterSelect
              label={t('newest.name')}
              all={t('newest.all')}
              options={names.map(({ name }) => ({ value: name, label: name }))}
              value={address.name}
              onChange={(name) => setAddress({ name })}
            />
          </div>
          {events.length === 0 ? (
            <NoMatches sentence={t('newest.none')} action={undefined} />
          ) : (
            <EventTable events={events} />
          )}
        </section>
      </div>
      <HowToSend />
    </>
  );
}

function HowToSend({ variant }: { variant?: 'filled' }) {
  const t = useTranslations('events.api');
  const accountId = useArrivedAccount()?.workspace?.id;
  return (
    <CurlButton
      title={t('title')}
      variant={variant}
      requests={[
        {
          title: t('tell'),
          help: t('tellHelp'),
          method: 'POST',
          path: '/api/v1/events',
          body: {
            accountId,
            events: [
              {
                name: 'product_viewed',
                id: 'view-0001',
                customerId: 'customer-17',
                email: 'sari@example.com',
                at: new Date().toISOString(),
                properties: { productId: 'sku-7', price: 150_000 },
              },
            ],
          },
        },
      ]}
    />
  );
}
