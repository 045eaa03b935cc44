'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { None } from '@/components/ui/none';
import { ImportStatusMark } from './import-status';
import classes from '@/components/csv-file/csv-file.module.css';

type Entry = Outputs['contacts']['imports']['list']['imports'][number];

/** Earlier imports, and those that are under way. */
export function RecentImports() {
  const t = useTranslations('contacts.import.recent');
  const format = useFormat();
  const trpc = useTRPC();
  const imports = useQuery(trpc.contacts.imports.list.queryOptions()).data?.imports ?? [];
  if (imports.length === 0) return null;
  const columns: Column<Entry>[] = [
    {
      key: 'file',
      head: t('file'),
      card: 'title',
      cell: ({ fileName }) => <span className={classes.recentName}>{fileName}</span>,
    },
    {
      key: 'status',
      head: t('status'),
      card: 'state',
      width: 11,
      cell: ({ status }) => <ImportStatusMark status={status} />,
    },
    { key: 'rows', head: t('rows'), align: 'end', cell: ({ totalRows }) => format.number(totalRows) },
    {
      key: 'created',
      priority: 1,
      head: t('created'),
      align: 'end',
      cell: ({ status, created }) => (status === 'done' || status === 'importing' ? format.number(created) : <None />),
    },
    {
      key: 'refused',
      card: 'hidden',
      head: t('refused'),
      align: 'end',
      cell: ({ status, refused }) =>
        status === 'uploading' || status === 'checking' ? <None /> : format.number(refused),
    },
    {
      key: 'when',
      head: t('when'),
      width: 10,
      priority: 1,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ];
  return (
    <section className={classes.recent} aria-labelledby="recent-imports">
      <h2 id="recent-imports">{t('title')}</h2>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/contacts/import/${id}`}
        isDimmed={({ status }) => status === 'canceled'}
      />
    </section>
  );
}
