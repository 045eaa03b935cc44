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
  /** Called to let everything through again; undefined where no search and no filter holds anything back. */
  onClear?: (() => void) | undefined;
  /** In the place of the rows where there are none and nothing is held back. */
  none?: ReactNode;
  /** Under the list, but not where there is none yet: how a program does the same. */
  foot?: ReactNode;
  /** The rows, at least one. */
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list and what stands under it, or what stands in the place of both where there is nothing yet. */
export function ListBody<Row>({ none, foot, ...body }: ListBodyProps<Row>) {
  if (body.list.rows?.length === 0 && body.onClear === undefined) return none;
  return (
    <>
      <Rows {...body} />
      {foot}
    </>
  );
}

/** The rows, or what stands in their place: a skeleton, why they cannot be read, that none match. */
function Rows<Row>({ list, skeleton, onClear, children }: Omit<ListBodyProps<Row>, 'none' | 'foot'>) {
  const t = useTranslations('ui');
  const { rows, total, isMore, error, retry, pages } = list;
  const failure = error !== null && <ErrorNotice error={error} act="read" onRetry={retry} />;
  if (rows === undefined) return failure || skeleton;
  if (rows.length === 0) {
    const clear = (
      <Button variant="default" onClick={onClear}>
        {t('clearFilters')}
      </Button>
    );
    return <NoMatches sentence={t('noMatches')} action={clear} />;
  }
  return (
    <>
      {children(rows)}
      {failure}
      <LoadMore
        shown={rows.length}
        {...(total !== undefined && { total })}
        atLeast={isMore}
        hasMore={pages.hasMore}
        loading={pages.isLoading}
        onMore={pages.more}
      />
    </>
  );
}
