'use client';
import { useFormat } from '@/components/ui/format';
import classes from './csv-file.module.css';

/** The result of a file's rows, or the expected one. */
export function OutcomeFigures({ figures }: { figures: readonly (readonly [label: string, rows: number])[] }) {
  const format = useFormat();
  return (
    <dl className={classes.figures}>
      {figures.map(([label, rows]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-none={rows === 0 || undefined}>{format.number(rows)}</dd>
        </div>
      ))}
    </dl>
  );
}
