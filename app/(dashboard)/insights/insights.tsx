'use client';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useAddress } from '@/components/ui/use-address';
import { Attribution } from './attribution';
import { Deliverability } from './deliverability';
import { ADDRESS, attributionOptions, chosenIn, deliverabilityOptions, PERIODS } from './insights-reads';
import classes from './insights.module.css';

/** The sources of the revenue, and how e-mails arrive. */
export function Insights() {
  const t = useTranslations('insights');
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(ADDRESS);
  const chosen = chosenIn(address);
  const attribution = useQuery(attributionOptions(trpc, chosen));
  const deliverability = useQuery(deliverabilityOptions(trpc, chosen));
  const queries = [attribution, deliverability];
  const failed = queries.find((query) => query.isError);
  const period = (
    <SegmentedControl
      size="xs"
      aria-label={t('choosePeriod')}
      data={PERIODS.map((value) => ({ value: String(value), label: t('days', { days: value }) }))}
      value={String(chosen.periodDays)}
      onChange={(days) => setAddress({ days })}
    />
  );
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} action={period} />
      {failed && (
        <ErrorNotice
          error={failed.error}
          act="read"
          onRetry={() => queries.filter((query) => query.isError).forEach((query) => void query.refetch())}
        />
      )}
      <div className={classes.page}>
        {attribution.data && (
          <Attribution
            attribution={attribution.data}
            chosen={chosen}
            currency={address.currency}
            onChoose={setAddress}
          />
        )}
        {attribution.isPending && <Waiting />}
        {deliverability.data && <Deliverability deliverability={deliverability.data} />}
        {deliverability.isPending && <Waiting />}
      </div>
    </>
  );
}

function Waiting() {
  return (
    <Panel>
      <Skeleton height={14} width={160} mb={20} />
      <Skeleton height={220} />
    </Panel>
  );
}
