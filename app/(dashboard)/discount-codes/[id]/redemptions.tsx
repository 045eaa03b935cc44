'use client';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Code, Redemption } from '@/app/(dashboard)/discount-codes/code';
import { useTRPC } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { Money } from '@/components/ui/money';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { None } from '@/components/ui/none';
import { Status } from '@/components/ui/status';
import { redemptionOptions } from './code-reads';
import { RollbackDialog } from './rollback-dialog';
import classes from './code-detail.module.css';

/** Who used the code, when, and what it took off, newest first. */
export function Redemptions({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.redemptions');
  const list = listedInPages(useInfiniteQuery(redemptionOptions(useTRPC(), code.id)), (page) => page.items);
  const [asked, setAsked] = useState<Redemption | null>(null);
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
      width: 11,
      head: t('checkout'),
      cell: (row) => <code className={classes.id}>{row.checkoutSessionId}</code>,
    },
    {
      key: 'customer',
      width: 9,
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
      width: 8,
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
      key: 'total',
      card: 'hidden',
      width: 10,
      priority: -1,
      head: t('total'),
      align: 'end',
      cell: (row) => (row.orderTotal === undefined ? <None /> : amount(row.orderTotal, row.currency)),
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
    {
      key: 'state',
      head: t('state'),
      card: 'state',
      width: 8,
      cell: (row) =>
        row.rolledBackAt === undefined ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={t('rollbackOf', { checkout: row.checkoutSessionId })}
            onClick={() => setAsked(row)}
          >
            {t('rollback')}
          </Button>
        ) : (
          <span title={row.rollbackReason}>
            <Status kind="off">{t('rolledBack')}</Status>
          </span>
        ),
    },
  ];
  // A column of what nobody has said says nothing.
  const shown = columns.filter(
    ({ key }) => key !== 'total' || (list.rows ?? []).some((row) => row.orderTotal !== undefined),
  );
  return (
    <section className={classes.redemptions} aria-labelledby="redemptions">
      <h2 id="redemptions">{t('title')}</h2>
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={4} />}
        none={<p className={classes.noneYet}>{t('none')}</p>}
      >
        {(rows) => (
          <DataTable
            label={t('title')}
            columns={shown}
            rows={rows}
            rowKey={(row) => row.id}
            isDimmed={(row) => row.rolledBackAt !== undefined}
          />
        )}
      </ListBody>
      <RollbackDialog redemption={asked} onClose={() => setAsked(null)} />
    </section>
  );
}
