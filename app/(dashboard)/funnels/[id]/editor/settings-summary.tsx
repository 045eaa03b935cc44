'use client';
import { useTranslations } from 'next-intl';
import type { FunnelWords } from '@/app/(dashboard)/funnels/use-funnel-words';
import { useFormat } from '@/components/ui/format';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { useWeekdays } from './use-weekdays';
import classes from './editor.module.css';

/** The settings of the whole funnel, in a few lines: only what differs from nothing. */
export function SettingsSummary({ definition, words }: { definition: FunnelDefinition; words: FunnelWords }) {
  const t = useTranslations('funnels.settings');
  const format = useFormat();
  const weekdays = useWeekdays();
  const { entry, reentry, exits, goal, sendWindow, frequencyCap, holdoutPercent, trigger, onePerAddress } = definition;
  const lines = [
    entry === null ? null : t('line.entry', { segment: words.segment(entry) }),
    reentry.mode === 'after_days' ? t('line.after_days', { days: reentry.days }) : t(`line.${reentry.mode}`),
    exits.length === 0 ? null : t('line.exits', { rules: exits.map((rule) => t(`exits.${rule}`)).join(', ') }),
    goal === null ? null : words.goal(goal) + (goal.exit ? ` ${t('line.goalExit')}` : ''),
    sendWindow === null
      ? null
      : t('line.window', {
          days: sendWindow.days.length === 7 ? t('line.everyDay') : sendWindow.days.map(weekdays.short).join(', '),
          from: sendWindow.from,
          to: sendWindow.to,
        }),
    frequencyCap === null ? null : t('line.cap', { max: frequencyCap.max, days: frequencyCap.perDays }),
    onePerAddress === true ? t('line.onePerAddress') : null,
    holdoutPercent === 0 ? null : t('line.holdout', { percent: format.percent(holdoutPercent / 100) }),
    trigger.type === 'abandoned_cart' ? t('line.reminders') : null,
  ].filter((line) => line !== null);
  return (
    <ul className={classes.settings}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
