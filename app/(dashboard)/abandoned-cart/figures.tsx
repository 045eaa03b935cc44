'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useArrivedAccount } from '@/components/shell/use-account';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import type { Activity, Days } from './reminder';
import classes from './abandoned-cart.module.css';

type Sums = Pick<Activity['currencies'][number], 'sent' | 'recovered'>;

/** Reminders can be counted across currencies; their values cannot be added up. */
const countsOf = (sums: readonly Sums[]): Sums =>
  sums.reduce((all, each) => ({ sent: all.sent + each.sent, recovered: all.recovered + each.recovered }), {
    sent: 0,
    recovered: 0,
  });
const rateOf = ({ sent, recovered }: Sums): number => (sent === 0 ? 0 : recovered / sent);

/** What was sent in the period and came back, against the period before; the value a currency. */
export function Figures({
  activity: { currencies },
  days,
  period,
}: {
  activity: Activity;
  days: Days;
  period: ReactNode;
}) {
  const t = useTranslations('abandonedCart.figures');
  const format = useFormat();
  const own = useArrivedAccount()?.workspace?.currency ?? 'IDR';
  const [now, before] = [countsOf(currencies), countsOf(currencies.map((each) => each.before))];
  const nothing = { sent: 0, recovered: 0, valueSent: 0, valueRecovered: 0 };
  const values = currencies.length > 0 ? currencies : [{ currency: own, ...nothing, before: nothing }];
  return (
    <Panel title={t('title', { days })} aside={period} className={classes.figures}>
      <div className={classes.figureRow}>
        <Figure label={t('sent')} current={now.sent} previous={before.sent} />
        <Figure label={t('recovered')} current={now.recovered} previous={before.recovered} />
        <Figure label={t('rate')} current={rateOf(now)} previous={rateOf(before)} write={format.percent} />
        {values.map((sum) => (
          <Figure
            key={sum.currency}
            label={values.length > 1 ? t('valueIn', { currency: sum.currency }) : t('value')}
            current={sum.valueRecovered}
            previous={sum.before.valueRecovered}
            write={(amount) => format.money(amount, sum.currency)}
            chart={<p className={classes.detail}>{t('of', { amount: format.money(sum.valueSent, sum.currency) })}</p>}
          />
        ))}
      </div>
    </Panel>
  );
}
