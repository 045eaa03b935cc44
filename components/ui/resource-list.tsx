'use client';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { useFormat } from '@/components/ui/format';
import { ListBody, type ListBodyProps } from '@/components/ui/list-body';
import { PageActions, type PageAction } from '@/components/ui/page-actions';
import { PageHead } from '@/components/ui/page-head';

interface Props<Row> extends ListBodyProps<Row> {
  title: string;
  /** One sentence under the title. */
  lead?: string;
  /** Beside the title; how many there are, unless it is said here. */
  count?: string;
  /** The one primary action, with a verb. It stands in the empty page as well. */
  action: ReactNode;
  /** Beside it. */
  others?: readonly PageAction[];
  /** When there is nothing yet: what this is good for, and one link to a sample or an explanation. */
  empty: { icon: ReactNode; sentence: string; link: { href: string; label: string } };
  /** Between the head and the list: notices. */
  notices?: ReactNode;
  /** Search, filters, order. */
  toolbar?: ReactNode;
  /** Under the list: how a program does the same. */
  foot?: ReactNode;
}

/** A page that lists: head, search and filters, rows; or what the thing is good for, where there is none yet. */
export function ResourceList<Row>({
  title,
  lead,
  count,
  action,
  others = [],
  empty,
  notices,
  toolbar,
  foot,
  ...body
}: Props<Row>) {
  const format = useFormat();
  const { rows, total } = body.list;
  const none = rows?.length === 0 && body.onClear === undefined;
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        {...(!none && total !== undefined && { count: count ?? format.number(total) })}
        action={none ? undefined : <PageActions others={others}>{action}</PageActions>}
      />
      {notices}
      {none ? (
        <EmptyState {...empty} action={action} />
      ) : (
        <>
          {toolbar}
          <ListBody {...body} />
          {foot}
        </>
      )}
    </>
  );
}
