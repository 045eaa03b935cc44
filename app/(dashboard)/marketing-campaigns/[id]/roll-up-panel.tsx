'use client';
import { useTranslations } from 'next-intl';
import type { RollUp } from '@/app/(dashboard)/marketing-campaigns/campaign';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from './campaign-page.module.css';

/** The results of all of it. Each currency has its own line; none is added to another. */
export function RollUpPanel({ counts, performance }: Pick<RollUp, 'counts' | 'performance'>) {
  const t = useTranslations('marketingCampaigns.rollUp');
  const format = useFormat();
  const { messagesSent: sent } = performance;
  const share = (part: number) => format.percent(part / sent);
  const sums = (amounts: Record<string, number>, words: 'given' | 'revenue' | 'recovered') =>
    Object.entries(amounts)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([currency, amount]) => t(words, { amount: format.money(amount, currency) }));
  const figures = [
    {
      label: t('messages'),
      current: sent,
      lines: [
        ...(counts.broadcasts > 0
          ? [t('broadcastsSent', { sent: counts.broadcastsSent, count: counts.broadcasts })]
          : []),
        ...(sent > 0
          ? [
              [
                t('delivered', { percent: share(performance.messagesDelivered) }),
                t('opened', { percent: share(performance.messagesOpened) }),
                t('clicked', { percent: share(performance.messagesClicked) }),
              ].join(' · '),
            ]
          : []),
      ],
    },
    { label: t('redemptions'), current: performance.redemptions, lines: sums(performance.discountGiven, 'given') },
    {
      label: t('rewards'),
      current: performance.referralRewards,
      lines: sums(performance.attributedRevenue, 'revenue'),
    },
    {
      label: t('carts'),
      current: performance.cartsRecovered,
      lines: [
        ...(counts.cartReminders > 0 ? [t('cartsOf', { count: counts.cartReminders })] : []),
        ...sums(performance.recoveredValue, 'recovered'),
      ],
    },
  ];
  return (
    <Panel title={t('title')}>
      <div className={classes.figures}>
        {figures.map(({ label, current, lines }) => (
          <Figure
            key={label}
            label={label}
            current={current}
            chart={<Lines lines={lines.length > 0 ? lines : [t('none')]} />}
          />
        ))}
      </div>
      <p className={classes.help}>{t('help')}</p>
    </Panel>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <div className={classes.lines}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
