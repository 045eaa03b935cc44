'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { shortfallOf, type Offer, type Overview } from './overview';
import classes from './plans.module.css';

/** Things that continue only as far as the plan has room: the rest is put on hold. */
const HELD = ['integrations', 'funnels'] as const;

/**
 * The things over the limits of a smaller plan, by name and number, and what that means; nothing when all of it fits.
 */
export function ShortfallList({ overview, to }: { overview: Overview; to: Offer }) {
  const t = useTranslations('billing.shortfall');
  const meters = useTranslations('billing.usage.meters');
  const features = useTranslations('billing.plans.features');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // What was made in another tab since this page was opened counts too.
  useEffect(() => void queryClient.invalidateQueries(trpc.billing.overview.queryFilter()), [queryClient, trpc]);
  const { over, lost } = shortfallOf(overview, to);
  if (over.length === 0 && lost.length === 0) return null;
  return (
    <div className={classes.shortfall}>
      <strong>{t('title', { plan: plans(to.id) })}</strong>
      <ul>
        {over.map(({ meter, limit }) => (
          <li key={meter.resource}>
            {t('over', { what: meters(meter.resource), used: format.number(meter.used), limit: format.number(limit) })}
          </li>
        ))}
        {lost.map((feature) => (
          <li key={feature}>{t('lost', { what: features(feature) })}</li>
        ))}
      </ul>
      <p>
        {t('kept')}
        {HELD.filter((held) => over.some(({ meter }) => meter.resource === held)).map(
          (held) => ` ${t(`held.${held}`)}`,
        )}
      </p>
    </div>
  );
}
