'use client';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './composer.module.css';

export const STEPS = ['audience', 'content', 'check'] as const;
export type Step = (typeof STEPS)[number];

/** The current place among the steps, and the way back. */
export function Steps({ current, onGo }: { current: Step; onGo: (step: Step) => void }) {
  const t = useTranslations('broadcasts.composer');
  const at = STEPS.indexOf(current);
  return (
    <nav aria-label={t('steps')}>
      <ol className={classes.steps}>
        {STEPS.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              className={classes.step}
              aria-current={step === current ? 'step' : undefined}
              data-done={index < at || undefined}
              onClick={() => onGo(step)}
            >
              <span className={classes.number} aria-hidden>
                {index < at ? <IconCheck {...SMALL_ICON} /> : index + 1}
              </span>
              {t(`step.${step}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
