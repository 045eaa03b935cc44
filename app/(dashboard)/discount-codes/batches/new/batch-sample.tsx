'use client';
import { useTranslations } from 'next-intl';
import type { CodeInput } from '@/app/(dashboard)/discount-codes/code';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import type { BatchValues } from './batch-values';
import classes from '../batches.module.css';

/** Letters that the server would draw from, the same each time: a sample must not look like a code that works. */
const LETTERS = 'K7QM4XZ9HT2WB6RC';

/** What one of the codes would look like, and how many of them there would be. */
export function BatchSample({ batch, template }: { batch: BatchValues; template: CodeInput }) {
  const t = useTranslations('discountBatches.sample');
  const words = useCodeWords();
  const format = useFormat();
  const isWhole = Number.isFinite(template.value) && template.value > 0;
  return (
    <Panel title={t('title')}>
      <p>
        <code>
          {batch.prefix}
          {LETTERS.slice(0, batch.length)}
        </code>
      </p>
      {isWhole && <p className={classes.detail}>{words.gives(template)}</p>}
      <p className={classes.detail}>
        {batch.for === 'audience'
          ? t('each')
          : t('count', { count: batch.count === '' ? 0 : batch.count, shown: format.number(batch.count || 0) })}
      </p>
    </Panel>
  );
}
