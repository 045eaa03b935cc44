'use client';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ADDRESS, deliveryOptions, statusOf } from './delivery-address';
import classes from '@/app/(dashboard)/webhooks/webhooks.module.css';
import { useTRPC } from '@/app/trpc';
import { NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { STATUSES } from '@/server/resources/webhooks/vocabulary';
import { DeliveryDrawer } from './delivery-drawer';
import { DeliveryTable } from './delivery-table';

const REFRESH_MS = 5000;

interface Props {
  endpointId: string;
  /** Whether this server delivers at all. */
  canSend: boolean;
  isActive: boolean;
}

/** What was sent to an endpoint, newest first. */
export function Deliveries({ endpointId, canSend, isActive }: Props) {
  const t = useTranslations('webhooks.deliveries');
  const tUi = useTranslations('ui');
  const [address, setAddress] = useAddress(ADDRESS);
  const status = statusOf(address);
  const query = useInfiniteQuery({
    ...deliveryOptions(useTRPC(), endpointId, status),
    refetchInterval: canSend ? REFRESH_MS : false,
  });
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries);

  const body = (): ReactNode => {
    if (query.isPending) return <TableSkeleton columns={5} rows={6} />;
    if (deliveries === undefined)
      return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (deliveries.length > 0) {
      return (
        <>
          <DeliveryTable deliveries={deliveries} onOpen={(delivery) => setAddress({ delivery })} />
          <LoadMore
            shown={deliveries.length}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      );
    }
    if (status === undefined)
      return <p className={classes.none}>{t(!canSend ? 'noneOff' : isActive ? 'none' : 'noneInactive')}</p>;
    const clear = (
      <Button variant="default" onClick={() => setAddress({ status: 'all' })}>
        {tUi('clearFilters')}
      </Button>
    );
    return <NoMatches sentence={tUi('noMatches')} action={clear} />;
  };

  return (
    <section className={classes.section} aria-labelledby="deliveries">
      <h2 id="deliveries">{t('title')}</h2>
      {(deliveries === undefined || deliveries.length > 0 || status !== undefined) && (
        <ListToolbar
          filters={
            <FilterChips
              label={t('filter')}
              options={(['all', ...STATUSES] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))}
              value={status ?? 'all'}
              onChange={(next) => setAddress({ status: next })}
            />
          }
        />
      )}
      {body()}
      <DeliveryDrawer
        id={address.delivery}
        canReplay={canSend && isActive}
        onClose={() => setAddress({ delivery: '' })}
      />
    </section>
  );
}
