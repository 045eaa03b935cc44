'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';
import { problemOf } from '@/components/ui/problem';

interface Props<Row> {
  query: UseQueryResult<Row, unknown>;
  /** The notice when there is none by the id of the address: what that means, and the way to those that there are. */
  gone: { title: string; message: string; list: { href: string; label: string } };
  /** Until it is there. */
  skeleton: ReactNode;
  children: (row: Row) => ReactNode;
}

/** A page of one record, to read or to edit; or why there is nothing to show. */
export function DetailPage<Row>({ query, gone, skeleton, children }: Props<Row>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error === null) return skeleton;
  if (problemOf(error).code !== 'NOT_FOUND')
    return <ErrorNotice error={error} act="read" onRetry={() => void query.refetch()} />;
  return (
    <MessagePage title={gone.title} action={<LinkButton href={gone.list.href}>{gone.list.label}</LinkButton>}>
      <p>{gone.message}</p>
    </MessagePage>
  );
}
