'use client';
import { Button, CloseButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import classes from './selection-bar.module.css';

interface Props {
  count: number;
  /** There are more than `count`; they were not counted further. */
  atLeast?: boolean;
  /** All that are on the page; offered while not all of them are chosen. */
  onAll?: () => void;
  /** All that match, those that are not loaded yet included. */
  every?: { words: string; onChoose: () => void };
  onClear: () => void;
  /** The actions on the selected rows. */
  children: ReactNode;
}

/** Stays at the foot of the window while rows of a table are chosen. */
export function SelectionBar({ count, atLeast = false, onAll, every, onClear, children }: Props) {
  const t = useTranslations('ui.selection');
  if (count === 0) return null;
  return (
    <div className={classes.bar} role="region" aria-label={t('label')}>
      <span className={classes.count} aria-live="polite">
        {t(atLeast ? 'chosenOfMore' : 'chosen', { count })}
      </span>
      {onAll && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onAll}>
          {t('all')}
        </Button>
      )}
      {every && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={every.onChoose}>
          {every.words}
        </Button>
      )}
      <span className={classes.acts}>{children}</span>
      <CloseButton aria-label={t('clear')} onClick={onClear} />
    </div>
  );
}
