'use client';
import { Button, CloseButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import classes from './selection-bar.module.css';

interface Props {
  count: number;
  /** All that are on the page; offered while not all of them are chosen. */
  onAll?: () => void;
  onClear: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** Stays at the foot of the window while rows of a table are chosen. */
export function SelectionBar({ count, onAll, onClear, children }: Props) {
  const t = useTranslations('ui.selection');
  if (count === 0) return null;
  return (
    <div className={classes.bar} role="region" aria-label={t('label')}>
      <span className={classes.count} aria-live="polite">
        {t('chosen', { count })}
      </span>
      {onAll && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onAll}>
          {t('all')}
        </Button>
      )}
      <span className={classes.acts}>{children}</span>
      <CloseButton aria-label={t('clear')} onClick={onClear} />
    </div>
  );
}
