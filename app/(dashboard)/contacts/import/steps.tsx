'use client';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import classes from '@/components/csv-file/csv-file.module.css';

type Place = 'columns' | Outputs['contacts']['imports']['get']['status'];

const STEPS = ['columns', 'upload', 'check', 'import'] as const;
const PLACE: Record<Place, number> = {
  columns: 0,
  uploading: 1,
  checking: 2,
  checked: 2,
  importing: 3,
  done: 4,
  canceled: 4,
};

/** The steps of an import, and how far it has come. */
export function Steps({ status }: { status: Place }) {
  const t = useTranslations('contacts.import.steps');
  const place = PLACE[status];
  return (
    <ol className={classes.steps}>
      {STEPS.map((step, at) => (
        <li key={step} aria-current={at === place ? 'step' : undefined} data-past={at < place || undefined}>
          <span aria-hidden>{at + 1}</span>
          {t(step)}
        </li>
      ))}
    </ol>
  );
}
