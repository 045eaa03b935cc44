'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import type { ContactImport } from './import-run';
import classes from '@/app/(dashboard)/contacts/import/import.module.css';

const FIGURES = ['created', 'updated', 'skipped', 'refused'] as const;

/** What came of the rows, or would. */
export function Figures({ run }: { run: ContactImport }) {
  const dry = run.status === 'checking' || run.status === 'checked';
  const t = useTranslations(dry ? 'contacts.import.would' : 'contacts.import.did');
  const format = useFormat();
  return (
    <dl className={classes.figures}>
      {FIGURES.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd data-none={run[name] === 0 || undefined}>{format.number(run[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
