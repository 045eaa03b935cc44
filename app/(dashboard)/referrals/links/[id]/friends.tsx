'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { LinkDetails } from '@/app/(dashboard)/referrals/referral';
import { useAttributionColumns } from '@/app/(dashboard)/referrals/use-attribution-columns';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { friendOptions } from './link-reads';
import classes from '@/app/(dashboard)/referrals/detail.module.css';

/** Who came through the link, newest first. */
export function Friends({ link }: { link: LinkDetails }) {
  const t = useTranslations('referrals.link');
  // The referrer is the same in every row.
  const columns = useAttributionColumns().filter(({ key }) => key !== 'referrer');
  const list = listedInPages(useInfiniteQuery(friendOptions(useTRPC(), link.id)), (page) => page.items);
  return (
    <section className={classes.wide} aria-labelledby="friends">
      <h2 id="friends">{t('friends')}</h2>
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={3} />}
        none={<p className={classes.none}>{t('noFriends')}</p>}
      >
        {(rows) => (
          <DataTable
            label={t('friends')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/referrals/attributions/${id}`}
            isDimmed={({ status }) => status === 'expired' || status === 'voided'}
          />
        )}
      </ListBody>
    </section>
  );
}
