'use client';
import { useTranslations } from 'next-intl';
import { OutcomeFigures } from '@/components/csv-file/outcome-figures';
import type { ContactImport } from './import-run';

const FIGURES = ['created', 'updated', 'skipped', 'refused'] as const;

/** What came of the rows, or would. */
export function Figures({ run }: { run: ContactImport }) {
  const dry = run.status === 'checking' || run.status === 'checked';
  const t = useTranslations(dry ? 'contacts.import.would' : 'contacts.import.did');
  return <OutcomeFigures figures={FIGURES.map((name) => [t(name), run[name]] as const)} />;
}
