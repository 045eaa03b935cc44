'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ColumnSummary } from '@/components/csv/inspect';
import { useFormat } from '@/components/ui/format';
import classes from './columns.module.css';

/** Every column of a file, in its order, under what the parts of a row are called. */
export function ColumnList({ children }: { children: ReactNode }) {
  const t = useTranslations('csv.columns');
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <div className={classes.head} aria-hidden>
        <span>{t('column')}</span>
        <span>{t('samples')}</span>
        <span>{t('target')}</span>
      </div>
      <ul className={classes.list}>{children}</ul>
    </section>
  );
}

interface Props {
  column: ColumnSummary;
  /** The number of rows of the file. */
  rows: number;
  isIgnored: boolean;
  /** Below the row. */
  warning?: ReactNode;
  /** The choice of what the column becomes. */
  children: ReactNode;
}

/** One column: its name, how much of it is filled, what stands in it, and what becomes of it. */
export function ColumnRow({ column, rows, isIgnored, warning, children }: Props) {
  const t = useTranslations('csv.columns');
  const format = useFormat();
  return (
    <li className={classes.row} data-ignored={isIgnored || undefined}>
      <div className={classes.column}>
        <strong>{column.header}</strong>
        <small>
          {t('filled', { percent: format.percent(rows === 0 ? 0 : Math.floor((column.filled / rows) * 100) / 100) })}
        </small>
      </div>
      <ul className={classes.samples} aria-label={t('samplesOf', { column: column.header })}>
        {column.samples.slice(0, 3).map((sample) => (
          <li key={sample}>{sample}</li>
        ))}
        {column.filled === 0 && <li className={classes.none}>{t('empty')}</li>}
      </ul>
      <div className={classes.target}>{children}</div>
      {warning}
    </li>
  );
}
