'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileInvoice } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { StatementShown } from '@/app/(dashboard)/collaborations/creator';
import { StatementState } from '@/app/(dashboard)/collaborations/creator-status';
import { useTRPC } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { EmptyState } from '@/components/ui/empty-state';
import { ICON } from '@/components/ui/icon';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { Money } from '@/components/ui/money';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { statementOptions } from './commission-address';

/** What is to be paid, and what was. */
export function StatementList() {
  const t = useTranslations('creators.statements');
  const columns = useColumns();
  const list = listedInPages(useInfiniteQuery(statementOptions(useTRPC())), (page) => page.data);
  return (
    <>
      {list.rows !== undefined && list.rows.length > 0 && (
        <p>
          <MakeStatements />
        </p>
      )}
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={5} rows={5} />}
        none={<EmptyState icon={<IconFileInvoice {...ICON} />} sentence={t('empty')} action={<MakeStatements />} />}
      >
        {(rows) => (
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/commissions/statements/${id}`}
            isDimmed={({ status }) => status === 'canceled'}
          />
        )}
      </ListBody>
    </>
  );
}

function MakeStatements() {
  const t = useTranslations('creators.statements');
  const notifyFailure = useNotifyFailure();
  const issue = useMutation(
    useTRPC().programs.issue.mutationOptions({
      onSuccess: ({ statements }) => {
        notifications.show({ color: 'gray', message: t('made', { count: statements.length }) });
      },
      onError: notifyFailure,
    }),
  );
  return (
    <Button loading={issue.isPending} onClick={() => issue.mutate({})}>
      {t('make')}
    </Button>
  );
}

function useColumns(): Column<StatementShown>[] {
  const t = useTranslations('creators.statements');
  return useMemo(
    () => [
      {
        key: 'number',
        head: t('columns.number'),
        card: 'title',
        width: 9,
        cell: ({ number }) => t('number', { number }),
      },
      {
        key: 'status',
        head: t('columns.status'),
        card: 'state',
        width: 9,
        cell: ({ status }) => <StatementState status={status} />,
      },
      { key: 'who', head: t('columns.who'), width: 14, cell: ({ affiliate }) => affiliate },
      {
        key: 'total',
        head: t('columns.total'),
        align: 'end',
        width: 9,
        cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
      },
      {
        key: 'made',
        head: t('columns.made'),
        width: 9,
        priority: 1,
        cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
      },
    ],
    [t],
  );
}
