'use client';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { ActorIcon } from './actor-icon';
import classes from './audit-log.module.css';
import type { Entry } from './known';
import { Sentence } from './sentence';

interface Props {
  entries: readonly Entry[];
  /** The address at which an entry is open. */
  hrefOf: (entry: Entry) => string;
}

export function EntryTable({ entries, hrefOf }: Props) {
  const t = useTranslations('auditLog');
  const columns: Column<Entry>[] = [
    {
      key: 'what',
      head: t('columns.what'),
      card: 'title',
      width: 22,
      cell: (entry) => (
        <span className={classes.change}>
          <ActorIcon kind={entry.actorKind} />
          <span className={classes.words}>
            <span>
              <Sentence entry={entry} />
            </span>
            <Beside entry={entry} />
          </span>
        </span>
      ),
    },
    {
      key: 'action',
      width: 15,
      priority: -1,
      head: t('columns.action'),
      card: 'hidden',
      cell: (entry) => <code className={classes.code}>{entry.action}</code>,
    },
    {
      key: 'when',
      width: 13,
      head: t('columns.when'),
      cell: (entry) => (
        <span className={classes.when}>
          <DateTime value={entry.createdAt} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      name="audit-log"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      rowHref={hrefOf}
    />
  );
}

/** What was changed of it, and on whose behalf, where that is known. */
function Beside({ entry: { data, onBehalfOf } }: { entry: Entry }) {
  const t = useTranslations('auditLog');
  const changed = Array.isArray(data.changed) ? data.changed.filter((field) => typeof field === 'string') : [];
  const notes = [
    ...(onBehalfOf === null ? [] : [t('onBehalf')]),
    ...(changed.length === 0 ? [] : [t('changed', { fields: changed.join(', ') })]),
  ];
  return notes.length === 0 ? null : <small data-note>{notes.join(' · ')}</small>;
}
