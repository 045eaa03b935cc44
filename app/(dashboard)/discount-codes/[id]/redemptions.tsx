'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Code, Redemption } from '@/app/(dashboard)/discount-codes/code';
import { useTRPC } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { Money } from '@/components/ui/money';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { None } from '@/components/ui/none';
import { redemptionOptions } from './code-reads';
import classes from './code-detail.module.css';

/** Who used the code, when, and what it took off, newest first. */
export function Redemptions({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.redemptions');
  const list = listedInPages(useInfiniteQuery(redemptionOptions(useTRPC(), code.id)), (page) => page.items);
  const amount = (value: number, currency: string) =>
    value === 0 ? <None /> : <Money amount={value} currency={currency} />;
  const columns: Column<Redemption>[] = [
    {
      key: 'time',
      head: t('time'),
      card: 'title',
      width: 13,
      cell: (row) => (
        <span className={classes.time}>
          <DateTime value={row.redeemedAt} />
        </span>
      ),
    },
    {
      key: 'checkout',
      card: 'hidden',
      width: 12,
      head: t('checkout'),
      cell: (row) => <code className={classes.id}>{row.checkoutSessionId}</code>,
    },
    {
      key: 'customer',
      width: 12,
      head: t('customer'),
      cell: (row) =>
        row.customerId === null ? (
          <span className={classes.zero}>{t('anonymous')}</span>
        ) : (
          <code className={classes.id}>{row.customerId}</code>
        ),
    },
    {
      key: 'amount',
      width: 10,
      priority: 1,
      head: t('amount'),
      align: 'end',
      cell: (row) => amount(row.appliedAmount, row.currency),
    },
    {
      key: 'shipping',
      width: 9,
      head: t('shipping'),
      align: 'end',
      cell: (row) => amount(row.appliedShipping, row.currency),
    },
    {
      key: 'reference',
      card: 'hidden',
      width: 12,
      head: t('reference'),
      cell: (row) => (
        <span className={classes.reference}>
          {row.externalRef === null ? <None /> : <code className={classes.id}>{row.externalRef}</code>}
          {row.externalSource && <small data-note>{row.externalSource}</small>}
        </span>
      ),
    },
  ];
  return (
    <section className={classes.redemptions} aria-labelledby="redemptions">
      <h2 id="redemptions">{t('title')}</h2>
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={4} />}
        none={<p className={classes.noneYet}>{t('none')}</p>}
      >
        {(rows) => <DataTable label={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />}
      </ListBody>
    </section>
  );
}
