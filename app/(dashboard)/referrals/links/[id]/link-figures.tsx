'use client';
import { useTranslations } from 'next-intl';
import { shareOf, type LinkDetails } from '@/app/(dashboard)/referrals/referral';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from '@/app/(dashboard)/referrals/detail.module.css';

/** What the link brought since it was made. */
export function LinkFigures({ link }: { link: LinkDetails }) {
  const t = useTranslations('referrals');
  const format = useFormat();
  const { clicks, signups, rewards, revenues, pending, lastClickAt } = link;
  const share = (key: 'conversion' | 'ofSignups', part: number, whole: number) => {
    const ratio = shareOf(part, whole);
    return ratio === null ? undefined : (
      <p className={classes.detail}>{t(`link.${key}`, { percent: format.percent(ratio), pending })}</p>
    );
  };
  return (
    <Panel title={t('link.figures')}>
      <div className={classes.figures}>
        <Figure
          label={t('figures.clicks')}
          current={clicks}
          chart={
            lastClickAt !== null && (
              <p className={classes.detail}>{t('link.lastClick', { date: format.dateTime(lastClickAt) })}</p>
            )
          }
        />
        <Figure label={t('figures.signups')} current={signups} chart={share('conversion', signups, clicks)} />
        <Figure label={t('figures.rewards')} current={rewards} chart={share('ofSignups', rewards, signups)} />
        {revenues.map(({ currency, amount }) => (
          <Figure
            key={currency}
            label={revenues.length > 1 ? t('figures.revenueIn', { currency }) : t('figures.revenue')}
            current={amount}
            write={(value) => format.money(value, currency)}
          />
        ))}
      </div>
    </Panel>
  );
}
