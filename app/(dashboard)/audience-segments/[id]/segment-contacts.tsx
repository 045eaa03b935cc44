'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { hasName, nameOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { useSourceWords } from '@/app/(dashboard)/contacts/use-source-words';
import { useTRPC } from '@/app/trpc';
import { NameCell } from '@/components/ui/name-cell';
import { listedInPages } from '@/components/ui/listed';
import { TableList } from '@/components/ui/table-list';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { None } from '@/components/ui/none';
import classes from '@/app/(dashboard)/audience-segments/segments.module.css';
import { contactOptions } from './segment-reads';

/** The contacts that are in the segment now, newest first. */
export function SegmentContacts({ id, total }: { id: string; total: number | undefined }) {
  const t = useTranslations('audienceSegments.people');
  const sourceWords = useSourceWords();
  const list = listedInPages(useInfiniteQuery(contactOptions(useTRPC(), id)), (page) => page.data);
  const columns: Column<Contact>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      cell: (contact) => <NameCell name={nameOf(contact)} note={hasName(contact) ? contact.email : null} />,
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
      cell: ({ phone }) => phone ?? <None />,
    },
    {
      key: 'source',
      card: 'hidden',
      priority: -1,
      head: t('source'),
      cell: ({ source }) => (source === null ? <None /> : sourceWords(source)),
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
  return (
    <TableList
      list={{ ...list, total }}
      none={<p className={classes.soft}>{t('none')}</p>}
      label={t('title')}
      columns={columns}
      rowHref={(contact) => `/contacts/${contact.id}`}
    />
  );
}
