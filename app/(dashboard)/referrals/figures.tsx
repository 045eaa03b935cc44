'use client';
import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { PERIODS, STEPS, type Funnel, type Period } from './referral';
import classes from './referrals.module.css';

interface Props {
  funnel: Funnel;
  /** The currency of the program, for figures without one of their own. */
  currency: string;
  period: Period;
  onPeriod: (period: Period) => void;
}

/** The events of the period, compared with the period before; revenue for each currency, never added up. */
export function Figures({ funnel, currency, period, onPeriod }: Props) {
  const t = useTranslations('referrals');
  const format = useFormat();
  const revenue = funnel.revenue.length > 0 ? funnel.revenue : [{ currency, current: 0, previous: 0 }];
  const control = (
    <SegmentedControl
      className={classes.control}
      size="xs"
      aria-label={t('period')}
      data={PERIODS.map((days) => ({ value: String(days), label: t('days', { days }) }))}
      value={String(period)}
      onChange={(value) => onPeriod(PERIODS.find((known) => String(known) === value) ?? 30)}
    />
  );
  return (
    <Panel title={t('figures.title', { days: period })} aside={control} className={classes.wide}>
      <div className={classes.figures}>
        {STEPS.map((step) => (
          <Figure key={step} label={t(`figures.${step}`)} {...funnel[step]} />
        ))}
        {revenue.map((sum) => (
          <Figure
            key={sum.currency}
            label={revenue.length > 1 ? t('figures.revenueIn', { currency: sum.currency }) : t('figures.revenue')}
            current={sum.current}
            previous={sum.previous}
            write={(amount) => format.money(amount, sum.currency)}
          />
        ))}
      </div>
    </Panel>
  );
}
