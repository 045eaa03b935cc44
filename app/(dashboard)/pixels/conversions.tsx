'use client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFlask } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { CONVERSION_STATUSES } from '@/server/resources/pixels/vocabulary';
import { ConversionDrawer } from './conversion-drawer';
import { ADDRESS, conversionOptions, statusOf } from './conversion-address';
import { ConversionTable } from './conversion-table';
import type { Pixels } from './pixel-values';
import { TestEvent } from './test-event';
import classes from './pixels.module.css';

/** Purchases arrive and are answered while one looks on. */
const REFRESH_MS = 3000;
/** At first, so that the page does not become a long one by itself. */
const FIRST = 10;

/** The purchases that vendors were told of by us, and what they answered. */
export function Conversions({ pixels }: { pixels: Pixels }) {
  const t = useTranslations('pixels.conversions');
  const tUi = useTranslations('ui');
  const [address, setAddress] = useAddress(ADDRESS);
  const status = statusOf(address);
  const query = useQuery({ ...conversionOptions(useTRPC(), status), refetchInterval: REFRESH_MS });
  const items = query.data?.items;
  const [most, setMost] = useState(FIRST);
  const connected =
    pixels.enabled &&
    ((pixels.adPixelAId !== null && pixels.adPixelACapiAccessToken !== null) ||
      (pixels.adPixelBId !== null && pixels.adPixelBAccessToken !== null) ||
      (pixels.analyticsId !== null && pixels.analyticsApiSecret !== null));

  const body = (): ReactNode => {
    if (query.isPending) return <TableSkeleton columns={6} rows={4} />;
    if (items === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (items.length > 0)
      return (
        <>
          <ConversionTable items={items.slice(0, most)} onOpen={(event) => setAddress({ event })} />
          <LoadMore
            shown={Math.min(most, items.length)}
            total={items.length}
            hasMore={most < items.length}
            loading={false}
            onMore={() => setMost(items.length)}
          />
        </>
      );
    if (status === undefined) return <p className={classes.none}>{t(connected ? 'none' : 'notConnected')}</p>;
    const clear = (
      <Button variant="default" onClick={() => setAddress({ status: 'all' })}>
        {tUi('clearFilters')}
      </Button>
    );
    return <NoMatches sentence={t('noMatches')} action={clear} />;
  };

  return (
    <section className={classes.conversions} aria-labelledby="conversions">
      <header>
        <div>
          <h2 id="conversions">{t('title')}</h2>
          <p className={classes.help}>{t('lead')}</p>
        </div>
        <TestEvent pixels={pixels} />
      </header>
      {query.data?.sandbox === true && (
        <p className={classes.sandbox}>
          <IconFlask {...ICON} />
          <span>{t('sandbox')}</span>
        </p>
      )}
      {(items === undefined || items.length > 0 || status !== undefined) && (
        <ListToolbar
          filters={
            <FilterChips
              label={t('filter')}
              options={(['all', ...CONVERSION_STATUSES] as const).map((value) => ({
                value,
                label: t(`statuses.${value}`),
              }))}
              value={status ?? 'all'}
              onChange={(next) => setAddress({ status: next })}
            />
          }
        />
      )}
      {body()}
      <ConversionDrawer
        conversion={items?.find(({ id }) => id === address.event)}
        onClose={() => setAddress({ event: '' })}
      />
    </section>
  );
}
