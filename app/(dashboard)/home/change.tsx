'use client';
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import classes from './change.module.css';

interface Props {
  current: number;
  /** The value of the period before. */
  previous: number;
}

/** The change of a figure that stands inside a button or a table, where a tooltip of its own would be in the way. */
export function Change({ current, previous }: Props) {
  const t = useTranslations('ui.change');
  const format = useFormat();
  if (previous === 0) return current === 0 ? null : <span className={classes.change}>{t('fromNothing')}</span>;
  const ratio = (current - previous) / previous;
  const percent = format.percent(Math.abs(ratio));
  const Icon = ratio > 0 ? IconArrowUpRight : ratio < 0 ? IconArrowDownRight : IconMinus;
  return (
    <span className={classes.change}>
      <Icon size={14} stroke={2} aria-hidden />
      <span aria-hidden>{percent}</span>
      <VisuallyHidden component="span">
        {ratio > 0 ? t('up', { percent }) : ratio < 0 ? t('down', { percent }) : t('same')}
      </VisuallyHidden>
    </span>
  );
}
