'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { useFormat } from '@/components/ui/format';
import { ListBody, type ListBodyProps } from '@/components/ui/list-body';
import { PageActions, type PageAction } from '@/components/ui/page-actions';
import { PageHead } from '@/components/ui/page-head';

export interface ListPageProps {
  title: string;
  lead?: string | undefined;
  /** The way up, where the list is not of the navigation. */
  back?: { href: string; label: string } | undefined;
  /** The one primary action, with a verb. It stands in the empty page as well. */
  action: ReactNode;
  /** The other actions on the list. */
  others?: readonly PageAction[] | undefined;
  /** The content for an empty list: what this is good for, and one link to a sample or an explanation. */
  empty: { icon: ReactNode; sentence: string; link?: { href: string; label: string } };
  /** The notices that the page shows before anything else. */
  notices?: ReactNode;
  /** Search, filters, order. */
  toolbar?: ReactNode;
}

type FrameProps = ListPageProps & Pick<ListBodyProps<unknown>, 'list' | 'onClear'> & { children: ReactNode };

/** The frame around the rows of a list; an empty list explains its purpose instead. */
export function ListPage({
  title,
  lead,
  back,
  action,
  others = [],
  empty,
  notices,
  toolbar,
  list: { rows, total, isMore },
  onClear,
  children,
}: FrameProps) {
  const format = useFormat();
  const t = useTranslations('ui');
  const count = total === undefined ? undefined : isMore === true ? t('moreThan', { total }) : format.number(total);
  const none = rows?.length === 0 && onClear === undefined;
  const actions = others.length === 0 ? action : <PageActions others={others}>{action}</PageActions>;
  return (
    <>
      <PageHead
        title={title}
        {...(!none && count !== undefined && { count })}
        {...(lead !== undefined && { lead })}
        {...(back !== undefined && { back })}
        action={none ? undefined : actions}
      />
      {notices}
      {none ? (
        <EmptyState {...empty} action={action} />
      ) : (
        <>
          {toolbar}
          {children}
        </>
      )}
    </>
  );
}

type Props<Row> = ListPageProps & Omit<ListBodyProps<Row>, 'none'>;

/** A page that lists: head, search and filters, rows. */
export function ResourceList<Row>({ skeleton, foot, children, ...page }: Props<Row>) {
  const { list, onClear } = page;
  return (
    <ListPage {...page}>
      <ListBody list={list} onClear={onClear} skeleton={skeleton} foot={foot}>
        {children}
      </ListBody>
    </ListPage>
  );
}
