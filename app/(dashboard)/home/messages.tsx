'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { Outputs } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { Change } from './change';
import classes from './home.module.css';

const STEPS = ['delivered', 'opened', 'clicked', 'bounced', 'failed'] as const;

/** The results of the messages of the broadcasts that were sent: each step as a share of all of them. */
export function Messages({
  figures: { broadcasts, previous, windowDays },
}: {
  figures: Outputs['insights']['overview'];
}) {
  const t = useTranslations('home.messages');
  const format = useFormat();
  if (broadcasts.messages === 0) {
    return (
      <Panel title={t('title')}>
        <p className={classes.none}>
          {t('none', { days: windowDays })} <Link href="/broadcasts/new">{t('write')}</Link>
        </p>
      </Panel>
    );
  }
  return (
    <Panel
      title={t('title')}
      aside={
        <span className={classes.aside}>
          {t('sent', { broadcasts: broadcasts.sent, messages: broadcasts.messages })}
        </span>
      }
    >
      <ul className={classes.shares}>
        {STEPS.filter(
          (step) => step !== 'failed' || broadcasts.failed > 0 || (previous?.broadcasts.failed ?? 0) > 0,
        ).map((step) => (
          <li key={step} className={classes.share} data-loss={step === 'bounced' || step === 'failed' || undefined}>
            <span>{t(`steps.${step}`)}</span>
            <span className={classes.number}>
              {previous && <Change current={broadcasts[step]} previous={previous.broadcasts[step]} />}
              <strong>{format.number(broadcasts[step])}</strong>
              <span>{format.share(broadcasts[step] / broadcasts.messages)}</span>
            </span>
            <div className={classes.bar} style={{ '--share': `${(100 * broadcasts[step]) / broadcasts.messages}%` }} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
