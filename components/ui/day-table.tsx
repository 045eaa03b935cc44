'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DataTable } from '@/components/ui/data-table';
import { useFormat } from '@/components/ui/format';
import classes from './day-table.module.css';

interface Props<Day extends { day: string }> {
  label: string;
  /** In the order that they are shown. */
  days: readonly Day[];
  columns: readonly { key: string; head: string; cell: (day: Day) => ReactNode }[];
}

/** The figures that a chart draws by day, to be read and compared: folded until somebody wants them. */
export function DayTable<Day extends { day: string }>({ label, days, columns }: Props<Day>) {
  const t = useTranslations('ui.dayTable');
  const format = useFormat();
  return (
    <details className={classes.table}>
      <summary>{t('open')}</summary>
      <DataTable
        label={label}
        rows={days}
        rowKey={({ day }) => day}
        columns={[
          { key: 'day', head: t('day'), card: 'title', cell: ({ day }) => format.day(day) },
          ...columns.map((column) => ({ ...column, align: 'end' as const })),
        ]}
      />
    </details>
  );
}
