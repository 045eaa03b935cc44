'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { useFormat } from '@/components/ui/format';
import { ListBody, type ListBodyProps } from '@/components/ui/list-body';
import { PageActions, type PageAction } from '@/components/ui/page-actions';
import { PageHead } from '@/components/ui/page-head';

interface Props<Row> extends Omit<ListBodyProps<Row>, 'none'> {
  title: string;
  lead?: string;
  /** The way up, where the list is not of the navigation. */
  back?: { href: string; label: string };
  /** The one primary action, with a verb. It stands in the empty page as well. */
  action: ReactNode;
  /** What else can be done with the list. */
  others?: readonly PageAction[];
  /** When there is nothing yet: what this is good for, and one link to a sample or an explanation. */
  empty: { icon: ReactNode; sentence: string; link?: { href: string; label: string } };
  /** What the page says before anything else. */
  notices?: ReactNode;
  /** Search, filters, order. */
  toolbar?: ReactNode;
}

/** A page that lists: head, search and filters, rows; or what the thing is good for, where there is none yet. */
export function ResourceList<Row>(props: Props<Row>) {
  const { title, lead, back, action, others = [], empty, notices, toolbar, ...body } = props;
  const format = useFormat();
  const t = useTranslations('ui');
  const { rows, total, isMore } = body.list;
  const count = total === undefined ? undefined : isMore === true ? t('moreThan', { total }) : format.number(total);
  const none = rows?.length === 0 && body.onClear === undefined;
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
          <ListBody {...body} />
        </>
      )}
    </>
  );
}
