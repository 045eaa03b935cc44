'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { Sums } from '@/components/ui/sums';
import type { LinkSort } from '@/server/resources/referrals/schema';
import { Person } from './person';
import type { Link } from './referral';
import classes from './referrals.module.css';

export function useLinkColumns(): Column<Link, LinkSort>[] {
  const t = useTranslations('referrals.links.columns');
  const { number } = useFormat();
  return useMemo(
    () => [
      {
        key: 'link',
        head: t('link'),
        card: 'title',
        width: 11,
        cell: (link) => <span className={classes.code}>{link.code}</span>,
      },
      {
        key: 'customer',
        head: t('customer'),
        width: 11,
        priority: 1,
        cell: (link) => <Person id={link.customerId} contact={link.customer} />,
      },
      {
        key: 'clicks',
        card: 'hidden',
        head: t('clicks'),
        align: 'end',
        sort: { descending: 'clicks', first: 'descending' },
        cell: (link) => number(link.clicks),
      },
      {
        key: 'signups',
        width: 8,
        head: t('signups'),
        align: 'end',
        sort: { descending: 'signups', first: 'descending' },
        cell: (link) => number(link.signups),
      },
      {
        key: 'rewards',
        card: 'hidden',
        width: 8,
        head: t('rewards'),
        align: 'end',
        sort: { descending: 'rewards', first: 'descending' },
        cell: (link) => number(link.rewards),
      },
      {
        key: 'revenue',
        width: 10,
        priority: 1,
        head: t('revenue'),
        align: 'end',
        sort: { descending: 'revenue', first: 'descending' },
        cell: (link) => <Sums sums={link.revenues} />,
      },
      {
        key: 'created',
        card: 'hidden',
        priority: -1,
        width: 10,
        head: t('created'),
        sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
        cell: (link) => (
          <span className={classes.when}>
            <RelativeTime value={link.createdAt} />
          </span>
        ),
      },
    ],
    [t, number],
  );
}
