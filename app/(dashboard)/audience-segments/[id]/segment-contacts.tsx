'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { hasName, nameOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LoadMore } from '@/components/ui/load-more';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import classes from '@/app/(dashboard)/audience-segments/segments.module.css';
import { contactOptions } from './segment-reads';

/** Who is in it now, newest first. */
export function SegmentContacts({ id, total }: { id: string; total: number | undefined }) {
  const t = useTranslations('audienceSegments.people');
  const trpc = useTRPC();
  const query = useInfiniteQuery(contactOptions(trpc, id));
  const people = query.data?.pages.flatMap((page) => page.data);
  const columns: Column<Contact>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      cell: (contact) => (
        <span className={classes.name}>
          <strong>{nameOf(contact)}</strong>
          {hasName(contact) && contact.email !== null && <span data-note>{contact.email}</span>}
        </span>
      ),
    },
    {
      key: 'email',
      head: t('email'),
      card: 'only',
      cell: (contact) => (hasName(contact) ? contact.email : null),
    },
    {
      key: 'phone',
      width: 11,
      head: t('phone'),
      cell: ({ phone }) =>
        phone ?? (
          <span data-none className={classes.soft}>
            –
          </span>
        ),
    },
    {
      key: 'source',
      card: 'hidden',
      priority: -1,
      head: t('source'),
      cell: ({ source }) => source ?? <span className={classes.soft}>–</span>,
    },
    {
      key: 'created',
      card: 'hidden',
      width: 10,
      head: t('created'),
      cell: ({ createdAt }) => (
        <span className={classes.soft}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
  if (!people)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <TableSkeleton columns={4} />
    );
  if (people.length === 0) return <p className={classes.soft}>{t('none')}</p>;
  return (
    <>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={people}
        rowKey={(contact) => contact.id}
        rowHref={(contact) => `/contacts/${contact.id}`}
      />
      <LoadMore
        shown={people.length}
        total={total}
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
