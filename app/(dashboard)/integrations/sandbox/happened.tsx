'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { DataTable, type Column } from '@/components/ui/data-table';
import { useFormat } from '@/components/ui/format';
import { None } from '@/components/ui/none';
import { Panel } from '@/components/ui/panel';
import type { ShopAction } from '@/server/sandbox/shop-schema';
import type { Shop } from './sandbox-shop';

type Order = Shop['orders'][number];
type Checkout = Shop['checkouts'][number];

interface Props {
  shop: Shop;
  busy: boolean;
  onPlay: (action: ShopAction) => void;
}

/** Checkouts that are open in the shop, and its newest orders. */
export function Happened({ shop, busy, onPlay }: Props) {
  const t = useTranslations('integrations.sandbox');
  const format = useFormat();
  const checkouts: Column<Checkout>[] = [
    { key: 'email', head: t('who'), card: 'title', width: 14, cell: ({ email }) => email ?? <None /> },
    { key: 'total', head: t('total'), width: 8, cell: ({ total }) => format.money(total, 'IDR') },
    {
      key: 'do',
      head: t('actions'),
      card: 'corner',
      width: 8,
      cell: ({ ref, email }) => (
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          onClick={() =>
            onPlay({
              verb: 'buy',
              product: shop.products[0]?.ref ?? '',
              email: email ?? '',
              code: '',
              checkout: ref,
            })
          }
        >
          {t('complete')}
        </Button>
      ),
    },
  ];
  const orders: Column<Order>[] = [
    { key: 'number', head: t('order'), card: 'title', width: 7, cell: ({ number }) => number },
    { key: 'email', head: t('who'), width: 14, priority: 1, cell: ({ email }) => email ?? <None /> },
    { key: 'total', head: t('total'), width: 8, cell: ({ total }) => format.money(total, 'IDR') },
    { key: 'status', head: t('status'), width: 8, cell: ({ status }) => <code>{status}</code> },
    {
      key: 'do',
      head: t('actions'),
      card: 'corner',
      width: 12,
      cell: ({ ref, canRefund }) => (
        <span className={classes.actions}>
          {canRefund && (
            <Button size="xs" variant="default" disabled={busy} onClick={() => onPlay({ verb: 'refund', ref })}>
              {t('refund')}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={busy}
            onClick={() => onPlay({ verb: 'delete_order', ref })}
          >
            {t('delete')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      {shop.checkouts.length > 0 && (
        <Panel title={t('open')}>
          <DataTable label={t('open')} columns={checkouts} rows={shop.checkouts} rowKey={({ ref }) => ref} />
        </Panel>
      )}
      <Panel title={t('orders')}>
        <DataTable label={t('orders')} columns={orders} rows={shop.orders} rowKey={({ ref }) => ref} />
      </Panel>
    </>
  );
}
