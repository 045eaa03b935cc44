'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { None } from '@/components/ui/none';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { CODE_USES } from '@/server/resources/discount-codes/vocabulary';
import { codesOptions, type BatchCode } from '../batch';
import classes from '../batches.module.css';

const SHOWS = ['all', ...CODE_USES] as const;

/** The codes of a batch, whose each is, and when it was used. */
export function BatchCodes({ id }: { id: string }) {
  const t = useTranslations('discountBatches.codes');
  const [show, setShow] = useState<(typeof SHOWS)[number]>('all');
  const list = listedInPages(
    useInfiniteQuery(codesOptions(useTRPC(), id, show === 'all' ? undefined : show)),
    (page) => page.data,
  );
  const columns: Column<BatchCode>[] = [
    { key: 'code', head: t('code'), card: 'title', width: 14, cell: ({ code }) => <code>{code}</code> },
    {
      key: 'contact',
      head: t('contact'),
      width: 16,
      cell: ({ email, externalRef }) => email ?? externalRef ?? <None />,
    },
    {
      key: 'state',
      head: t('state'),
      card: 'state',
      width: 9,
      cell: ({ active, redemptionCount }) => {
        if (redemptionCount > 0) return <Status kind="on">{t('redeemed')}</Status>;
        return <Status kind="off">{t(active ? 'unused' : 'inactive')}</Status>;
      },
    },
    {
      key: 'when',
      head: t('when'),
      width: 12,
      cell: ({ redeemedAt }) => (redeemedAt === null ? <None /> : <DateTime value={redeemedAt} />),
    },
  ];
  const isForSomebody = (list.rows ?? []).some(({ contactId }) => contactId !== null);
  const shown = columns.filter(({ key }) => key !== 'contact' || isForSomebody);
  return (
    <Panel title={t('title')}>
      <div className={classes.tools}>
        <FilterChips
          label={t('state')}
          options={SHOWS.map((value) => ({ value, label: t(`shows.${value}`) }))}
          value={show}
          onChange={setShow}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={4} />}
        none={<p className={classes.none}>{t('none')}</p>}
      >
        {(rows) => (
          <DataTable
            label={t('title')}
            columns={shown}
            rows={rows}
            rowKey={(row) => row.id}
            rowHref={(row) => `/discount-codes/${row.id}`}
            isDimmed={({ active }) => !active}
          />
        )}
      </ListBody>
    </Panel>
  );
}
