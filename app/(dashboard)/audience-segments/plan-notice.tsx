'use client';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ICON } from '@/components/ui/icon';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { UpgradeLink } from '@/components/upgrade-link';
import classes from './builder.module.css';

const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;

/**
 * Segments of one's own need a larger plan; trying one out does not.
 * @param id for the button that will be refused to say so
 * @param refusal what the last try to save was refused with, else null
 */
export function PlanNotice({ id, plan, refusal }: { id: string; plan: string | undefined; refusal: unknown }) {
  const t = useTranslations('audienceSegments.planLimit');
  const plans = useTranslations('shell.plans');
  const element = useIntoSight<HTMLDivElement>(refusal);
  const refused = refusal !== null;
  const known = PLANS.find((each) => each === plan) ?? 'free';
  return (
    <div ref={element} id={id} className={classes.limit} role={refused ? 'alert' : 'note'}>
      <IconArrowUpCircle {...ICON} />
      <div>
        <strong>{t('title', { plan: plans('scale') })}</strong>
        <p>
          {refused && t('refused')} {t('message', { plan: plans(known) })}
        </p>
        <UpgradeLink limit="segments" beside />
      </div>
    </div>
  );
}
