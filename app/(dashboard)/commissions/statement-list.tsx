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
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { EmptyState } from '@/components/ui/empty-state';
import { ICON } from '@/components/ui/icon';
import { TableList } from '@/components/ui/table-list';
import { listedInPages } from '@/components/ui/listed';
import { Money } from '@/components/ui/money';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { statementOptions } from './commission-address';

/** The statements that are to be paid, and those that were. */
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
      <TableList
        list={list}
        none={<EmptyState icon={<IconFileInvoice {...ICON} />} sentence={t('empty')} action={<MakeStatements />} />}
        label={t('title')}
        columns={columns}
        rowHref={({ id }) => `/commissions/statements/${id}`}
        isDimmed={({ status }) => status === 'canceled'}

        rowsBefore={5}
      />
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
