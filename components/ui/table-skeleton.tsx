import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import classes from './table-skeleton.module.css';

/** A table before its rows are there: the same frame, head and row height; cards in a narrow frame. */
export function TableSkeleton({ columns, rows = 6 }: { columns: number; rows?: number }) {
  const t = useTranslations('ui');
  return (
    <div className={classes.frame} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.head} />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          {Array.from({ length: columns }, (_, column) => (
            <Skeleton key={column} height={12} width={`${[62, 44, 52, 36][(row + column) % 4]}%`} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}
