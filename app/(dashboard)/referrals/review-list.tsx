'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { RelativeTime } from '@/components/ui/date-time';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListBody } from '@/components/ui/list-body';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { Money } from '@/components/ui/money';
import { NameCell } from '@/components/ui/name-cell';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { AttributionStatus, isHeld } from './attribution-status';
import { HeldReward } from './held-reward';
import type { Attribution } from './referral';
import { REVIEW_STATES, REVIEWS, reviewOptions, reviewsOf } from './referral-address';
import lists from './referrals.module.css';
import classes from './review-list.module.css';

const PATH = '/api/v1/referrals/reviews';

/** Rewards that are held back, the oldest first, each with what looks wrong and both answers; and what was decided. */
export function ReviewList() {
  const t = useTranslations('referralReviews');
  const [address, setAddress] = useAddress(REVIEWS);
  const state = reviewsOf(address);
  const list = listedInPages(useInfiniteQuery(reviewOptions(useTRPC(), state)), (page) => page.data);
  return (
    <>
      <ListToolbar
        filters={
          <FilterChips
            label={t('filter')}
            options={REVIEW_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
            value={state}
            onChange={(next) => setAddress({ state: next })}
          />
        }
      />
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={3} rows={4} />}
        none={<p className={lists.noneYet}>{t(`none.${state}`)}</p>}
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: PATH },
              { title: t('approve'), method: 'POST', path: `${PATH}/<id>/approve`, body: { note: t('api.note') } },
            ]}
          />
        }
      >
        {(rows) => (
          <ul className={classes.rows} aria-label={t('label')}>
            {rows.map((row) => (
              <li key={row.id} className={classes.row}>
                <Review row={row} />
              </li>
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}

function Review({ row }: { row: Attribution }) {
  const t = useTranslations('referralReviews');
  return (
    <>
      <div className={classes.head}>
        <NameCell
          name={
            <Link href={`/referrals/attributions/${row.id}`} className={classes.name}>
              {row.referee?.name ?? row.refereeCustomerId}
            </Link>
          }
          note={t.rich('by', {
            name: row.referrer?.name ?? row.referrerCustomerId,
            time: () => <RelativeTime value={row.updatedAt} />,
          })}
        />
        <AttributionStatus of={row} />
        <strong className={classes.amount}>
          {row.amount !== null && row.currency !== null && <Money amount={row.amount} currency={row.currency} />}
        </strong>
      </div>
      {row.reviewNote !== undefined && <p className={classes.note}>{row.reviewNote}</p>}
      {isHeld(row) && <HeldReward attribution={row} />}
    </>
  );
}
