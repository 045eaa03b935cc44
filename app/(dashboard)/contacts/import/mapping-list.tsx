'use client';
import { useTranslations } from 'next-intl';
import type { Mapping } from '@/components/csv/contact-columns';
import type { FileSummary } from '@/components/csv/inspect';
import type { ColumnFault } from './mapping-faults';
import { MappingRow } from './mapping-row';
import classes from './mapping.module.css';

interface Props {
  summary: FileSummary;
  mapping: Mapping;
  faults: readonly (ColumnFault | null)[];
  onChange: (mapping: Mapping) => void;
}

/** Every column of the file, in its order. */
export function MappingList({ summary: { columns, rows }, mapping, faults, onChange }: Props) {
  const t = useTranslations('contacts.import.mapping');
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <div className={classes.head} aria-hidden>
        <span>{t('column')}</span>
        <span>{t('samples')}</span>
        <span>{t('target')}</span>
      </div>
      <ul className={classes.list}>
        {columns.map((column, at) => (
          <MappingRow
            key={column.header}
            column={column}
            rows={rows}
            target={mapping[at] ?? { kind: 'ignore' }}
            fault={faults[at] ?? null}
            onChange={(target) => onChange(mapping.map((old, place) => (place === at ? target : old)))}
          />
        ))}
      </ul>
    </section>
  );
}
