'use client';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { OutboxItem } from './outbox';
import { OutboxStatusMark } from './outbox-status';
import classes from './outbox.module.css';

interface Props {
  items: readonly OutboxItem[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onOpen: (id: string) => void;
}

/** The largest number that answerInput takes at once. */
const MOST = 100;

export function OutboxTable({ items, chosen, onChoose, onOpen }: Props) {
  const t = useTranslations('channels.sandbox');
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const all = items.slice(0, MOST);
  const every = all.every(({ id }) => chosen.has(id));
  const columns: Column<OutboxItem>[] = [
    {
      key: 'message',
      head: t('columns.message'),
      card: 'title',
      cell: (item) => (
        <span className={classes.message}>
          <Checkbox
            size="xs"
            checked={chosen.has(item.id)}
            onChange={() => toggle(item.id)}
            aria-label={`${t('select')}: ${item.recipient}`}
          />
          <UnstyledButton className={classes.open} onClick={() => onOpen(item.id)}>
            {item.preview === '' ? '–' : item.preview}
          </UnstyledButton>
        </span>
      ),
    },
    {
      key: 'recipient',
      width: 13,
      priority: 1,
      head: t('columns.recipient'),
      cell: (item) => <span className={classes.recipient}>{item.recipient}</span>,
    },
    { key: 'provider', head: t('columns.provider'), cell: (item) => providerEntry(item.provider).label },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      width: 11,
      cell: (item) => <OutboxStatusMark status={item.status} />,
    },
    { key: 'time', head: t('columns.time'), width: 10, cell: (item) => <RelativeTime value={item.createdAt} /> },
  ];
  return (
    <>
      <Checkbox
        className={classes.all}
        size="xs"
        checked={every}
        indeterminate={!every && chosen.size > 0}
        onChange={() => onChoose(every ? new Set() : new Set(all.map(({ id }) => id)))}
        label={t('selectAll', { count: all.length })}
      />
      <DataTable label={t('title')} columns={columns} rows={items} rowKey={(item) => item.id} />
    </>
  );
}
