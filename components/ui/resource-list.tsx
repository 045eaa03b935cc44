'use client';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { useFormat } from '@/components/ui/format';
import { ListBody, type ListBodyProps } from '@/components/ui/list-body';
import { PageHead } from '@/components/ui/page-head';

interface Props<Row> extends ListBodyProps<Row> {
  title: string;
  /** The one primary action, with a verb. It stands in the empty page as well. */
  action: ReactNode;
  /** When there is nothing yet: what this is good for, and one link to a sample or an explanation. */
  empty: { icon: ReactNode; sentence: string; link: { href: string; label: string } };
  /** Search, filters, order. */
  toolbar?: ReactNode;
  /** Under the list: how a program does the same. */
  foot?: ReactNode;
}

/** A page that lists: head, search and filters, rows; or what the thing is good for, where there is none yet. */
export function ResourceList<Row>({ title, action, empty, toolbar, foot, ...body }: Props<Row>) {
  const format = useFormat();
  const { rows, total } = body.list;
  const none = rows?.length === 0 && body.onClear === undefined;
  return (
    <>
      <PageHead
        title={title}
        {...(!none && total !== undefined && { count: format.number(total) })}
        action={none ? undefined : action}
      />
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
