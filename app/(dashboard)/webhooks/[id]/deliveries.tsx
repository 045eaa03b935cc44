'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ADDRESS, deliveryOptions, statusOf } from './delivery-address';
import classes from '@/app/(dashboard)/webhooks/webhooks.module.css';
import { useTRPC } from '@/app/trpc';
import { listedInPages } from '@/components/ui/listed';
import { ListBody } from '@/components/ui/list-body';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { STATUSES } from '@/server/modules/account/webhooks/vocabulary';
import { DeliveryDrawer } from './delivery-drawer';
import { DeliveryTable } from './delivery-table';

const REFRESH_MS = 5000;

interface Props {
  endpointId: string;
  /** True when this server delivers at all. */
  canSend: boolean;
  isActive: boolean;
}

/** The deliveries that were sent to an endpoint, newest first. */
export function Deliveries({ endpointId, canSend, isActive }: Props) {
  const t = useTranslations('webhooks.deliveries');
  const [address, setAddress] = useAddress(ADDRESS);
  const status = statusOf(address);
  const query = useInfiniteQuery({
    ...deliveryOptions(useTRPC(), endpointId, status),
    refetchInterval: canSend ? REFRESH_MS : false,
  });
  const list = listedInPages(query, (page) => page.deliveries);

  return (
    <section className={classes.section} aria-labelledby="deliveries">
      <h2 id="deliveries">{t('title')}</h2>
      {(list.rows?.length !== 0 || status !== undefined) && (
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
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={5} rows={6} />}
        onClear={status === undefined ? undefined : () => setAddress({ status: 'all' })}
        none={<p className={classes.none}>{t(!canSend ? 'noneOff' : isActive ? 'none' : 'noneInactive')}</p>}
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} onOpen={(delivery) => setAddress({ delivery })} />}
      </ListBody>
      <DeliveryDrawer
        id={address.delivery}
        canReplay={canSend && isActive}
        onClose={() => setAddress({ delivery: '' })}
      />
    </section>
  );
}
