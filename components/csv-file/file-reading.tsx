'use client';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { WorkProgress } from '@/components/ui/work-progress';

/** While a large file is looked through. */
export function FileReading({ name, progress }: { name: string; progress: number }) {
  const t = useTranslations('csv');
  return (
    <Panel>
      <WorkProgress label={t('reading', { name })} share={progress} />
    </Panel>
  );
}
