'use client';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { CurlButton } from '@/components/curl-button';
import { NameCell } from '@/components/ui/name-cell';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { listedInPages } from '@/components/ui/listed';
import { ResourceTable } from '@/components/ui/resource-table';
import { listOptions, ROOT, type Batch } from './batch';
import { BatchStatus } from './batch-status';

/** Every batch of codes, newest first. */
export function BatchList() {
  const t = useTranslations('discountBatches');
  const codes = useTranslations('discountCodes');
  const columns = useColumns();
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC())), (page) => page.data);
  return (
    <ResourceTable
      title={t('title')}
      lead={t('lead')}
      back={{ href: '/discount-codes', label: codes('title') }}
      action={
        <LinkButton href={`${ROOT}/new`} leftSection={<IconPlus {...ICON} />}>
          {t('new')}
        </LinkButton>
      }
      empty={{ icon: <IconStack2 {...ICON} />, sentence: t('empty') }}
      list={list}
      foot={
        <CurlButton
          title={t('api.title')}
          requests={[
            { title: t('api.list'), method: 'GET', path: '/api/v1/discount-codes/batches' },
            {
              title: t('api.create'),
              method: 'POST',
              path: '/api/v1/discount-codes/batches',
              body: { name: 'Lebaran', count: 500, template: { type: 'percent', value: 10, currency: 'IDR' } },
            },
          ]}
        />
      }

      columns={columns}
      rowHref={({ id }) => `${ROOT}/${id}`}
      isDimmed={({ status }) => status === 'canceled'}
    />
  );
}

function useColumns(): Column<Batch>[] {
  const t = useTranslations('discountBatches.columns');
  const format = useFormat();
  const words = useCodeWords();
  return [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      width: 18,
      cell: ({ name, template }) => <NameCell name={name} note={words.gives(template)} />,
    },
    { key: 'status', head: t('status'), card: 'state', width: 9, cell: (batch) => <BatchStatus {...batch} /> },
    { key: 'codes', head: t('codes'), align: 'end', width: 8, cell: ({ minted }) => format.number(minted) },
    { key: 'redeemed', head: t('redeemed'), align: 'end', width: 8, cell: ({ redeemed }) => format.number(redeemed) },
    {
      key: 'created',
      head: t('created'),
      width: 9,
      priority: 1,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ];
}
