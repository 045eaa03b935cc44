'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import classes from './list-toolbar.module.css';

interface Props {
  shown: number;
  /** The total, where the list knows it. */
  total?: number;
  /** There are more than `total`; it was not counted further. */
  atLeast?: boolean | undefined;
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
}

/** The foot of a list that comes in pages by cursor. */
export function LoadMore({ shown, total, atLeast = false, hasMore, loading, onMore }: Props) {
  const t = useTranslations('ui');
  return (
    <div className={classes.more}>
      <span aria-live="polite">
        {total === undefined ? t('shownSoFar', { shown }) : t(atLeast ? 'shownOfMore' : 'shown', { shown, total })}
      </span>
      {hasMore && (
        <Button variant="default" loading={loading} onClick={onMore}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  );
}
