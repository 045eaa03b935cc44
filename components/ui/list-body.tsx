'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import type { Listed } from '@/components/ui/listed';
import { LoadMore } from '@/components/ui/load-more';

export interface ListBodyProps<Row> {
  list: Listed<Row>;
  /** Until the rows are there. */
  skeleton: ReactNode;
  /** What lets everything through again; undefined where no search and no filter holds anything back. */
  onClear?: (() => void) | undefined;
  /** What stands there when search and filters let nothing through. */
  noMatches?: string;
  /** The rows, at least one. */
  children: (rows: readonly Row[]) => ReactNode;
}

interface Props<Row> extends ListBodyProps<Row> {
  /** Stands in the place of rows when there are none at all. */
  none?: ReactNode;
}

/** The rows of a list, or what stands in their place: a skeleton, why they cannot be read, that none match, that there are none. */
export function ListBody<Row>({ list, skeleton, onClear, noMatches, none, children }: Props<Row>) {
  const t = useTranslations('ui');
  const { rows, total, atLeast, error, retry, pages } = list;
  const failure = error !== null && <ErrorNotice error={error} act="read" onRetry={retry} />;
  if (rows === undefined) return failure || skeleton;
  if (rows.length === 0 && onClear !== undefined) {
    const clear = (
      <Button variant="default" onClick={onClear}>
        {t('clearFilters')}
      </Button>
    );
    return <NoMatches sentence={noMatches ?? t('noMatches')} action={clear} />;
  }
  if (rows.length === 0) return none;
  return (
    <>
      {children(rows)}
      {failure}
      {pages && (
        <LoadMore
          shown={rows.length}
          {...(total !== undefined && { total })}
          {...(atLeast !== undefined && { atLeast })}
          hasMore={pages.hasMore}
          loading={pages.isLoading}
          onMore={pages.more}
        />
      )}
    </>
  );
}
