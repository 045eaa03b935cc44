'use client';
import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { SMALL_ICON } from '@/components/ui/icon';
import { isBlocking } from '@/server/modules/automation/funnels/vocabulary';
import type { Board } from './board';
import classes from './editor.module.css';

/** The problems that keep it from going live, and those that its maker should know; each leads to its card. */
export function ProblemList({ board: { problems, words, numbers, open } }: { board: Board }) {
  const t = useTranslations('funnels.editor');
  if (problems.length === 0) return null;
  const blocks = problems.some(({ code }) => isBlocking(code));
  return (
    <section className={classes.problems} data-blocking={blocks || undefined} aria-label={t('problems')}>
      <IconAlertTriangle {...SMALL_ICON} />
      <div>
        <strong>{t(blocks ? 'blocked' : 'hints')}</strong>
        <ul>
          {problems.map(({ code, stepId }) => (
            <li key={`${code} ${stepId ?? ''}`}>
              {stepId !== null && numbers.has(stepId) && (
                <Anchor component="button" type="button" inherit underline="always" onClick={() => open(stepId)}>
                  {t('step', { number: numbers.get(stepId) ?? 0 })}
                </Anchor>
              )}{' '}
              {words.problem({ code })}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
