'use client';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useAddress } from '@/components/ui/use-address';
import { ACTIVITY_DAYS } from '@/server/resources/abandoned-cart/vocabulary';
import { activityOptions, PERIOD, periodOf } from './cart-address';
import { OverviewSkeleton } from './carts-skeleton';
import { Figures } from './figures';
import { Trend } from './trend';
import classes from './abandoned-cart.module.css';

/** A period in figures and day by day. */
export function Overview() {
  const t = useTranslations('abandonedCart');
  const [address, setAddress] = useAddress(PERIOD);
  const days = periodOf(address);
  const query = useQuery(activityOptions(useTRPC(), days));
  if (!query.data)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <OverviewSkeleton />
    );
  const period = (
    <SegmentedControl
      size="xs"
      aria-label={t('period')}
      data={ACTIVITY_DAYS.map((value) => ({ value: String(value), label: t('days', { days: value }) }))}
      value={String(days)}
      onChange={(next) => setAddress({ days: next })}
    />
  );
  return (
    <div className={classes.overview}>
      <Figures activity={query.data} days={days} period={period} />
      <Trend points={query.data.points} days={days} />
    </div>
  );
}
