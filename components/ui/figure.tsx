'use client';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/ui/format';
import { Hint } from '@/components/ui/hint';
import classes from './figure.module.css';

interface Props {
  label: string;
  current: number;
  /** The value of the period before; without it there is no change to show. */
  previous?: number;
  /** Writes the number for the locale; plain integers unless said otherwise. */
  write?: (value: number) => string;
  /** A small chart under the number. */
  chart?: ReactNode;
}

/** A big number, its change against the period before, and what a chart shows of it. */
export function Figure({ label, current, previous, write, chart }: Props) {
  const format = useFormat();
  const inWords = write ?? format.number;
  return (
    <div className={classes.figure} role="group" aria-label={label}>
      <h2 className={classes.label}>{label}</h2>
      <div className={classes.line}>
        <output className={classes.value}>{inWords(current)}</output>
        {previous !== undefined && <Change current={current} previous={previous} before={inWords(previous)} />}
      </div>
      {chart}
    </div>
  );
}

/** Direction by arrow and words; what the value was, on hover. */
function Change({ current, previous, before }: { current: number; previous: number; before: string }) {
  const t = useTranslations('ui.change');
  const format = useFormat();
  if (previous === 0) return current === 0 ? null : <span className={classes.change}>{t('fromNothing')}</span>;
  const ratio = (current - previous) / previous;
  const percent = format.percent(Math.abs(ratio));
  const Icon = ratio > 0 ? IconArrowUpRight : ratio < 0 ? IconArrowDownRight : IconMinus;
  const words = ratio > 0 ? t('up', { percent }) : ratio < 0 ? t('down', { percent }) : t('same');
  const label = `${words}. ${t('before', { value: before })}`;
  return (
    <Hint label={label}>
      {(hinted) => (
        <span className={classes.change} role="img" aria-label={label} tabIndex={0} {...hinted}>
          <Icon size={14} stroke={2} aria-hidden />
          {percent}
        </span>
      )}
    </Hint>
  );
}
