'use client';
import { UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { LinkButton } from '@/components/ui/link-button';
import classes from './setup.module.css';

type SetupData = Outputs['insights']['setup'];
type Step = SetupData['steps'][number];

/** The way to a first redeemed code. It goes by itself when every step is done; until then it can be folded. */
export function Setup({ setup }: { setup: SetupData }) {
  const t = useTranslations('home.setup');
  const [folded, setFolded] = useLocalStorage({ key: 'laris-setup-folded', defaultValue: false });
  if (setup.percent === 100) return null;
  const done = setup.steps.filter((step) => step.done).length;
  const next = setup.steps.find((step) => !step.done);
  return (
    <section className={classes.setup} aria-label={t('title')}>
      <header className={classes.head}>
        <h2>{t('title')}</h2>
        <span className={classes.progress}>{t('progress', { done, all: setup.steps.length })}</span>
        <UnstyledButton className={classes.fold} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {t(folded ? 'show' : 'hide')}
        </UnstyledButton>
      </header>
      <div
        className={classes.bar}
        role="progressbar"
        aria-valuenow={setup.percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={t('title')}
        style={{ '--done': `${setup.percent}%` }}
      />
      {!folded && (
        <ol className={classes.steps}>
          {setup.steps.map((step) => (
            <StepLine key={step.key} step={step} isNext={step === next} />
          ))}
        </ol>
      )}
    </section>
  );
}

function StepLine({ step, isNext }: { step: Step; isNext: boolean }) {
  const t = useTranslations('home.setup');
  const Icon = step.done ? IconCircleCheckFilled : IconCircleDashed;
  return (
    <li className={classes.step} data-done={step.done || undefined}>
      <Icon
        size={20}
        stroke={1.6}
        aria-label={step.done ? t('done') : undefined}
        aria-hidden={step.done ? undefined : true}
        role={step.done ? 'img' : undefined}
      />
      <div className={classes.words}>
        <h3>{t(`steps.${step.key}.title`)}</h3>
        {!step.done && <p>{t(`steps.${step.key}.help`)}</p>}
      </div>
      {!step.done && (
        <LinkButton href={step.href} size="xs" variant={isNext ? 'filled' : 'default'}>
          {t(`steps.${step.key}.action`)}
        </LinkButton>
      )}
    </li>
  );
}
