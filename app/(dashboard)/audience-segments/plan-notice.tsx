'use client';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ICON } from '@/components/ui/icon';
import { UpgradeLink } from '@/components/upgrade-link';
import classes from './builder.module.css';

const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;

/** Segments of one's own need a larger plan; trying one out does not. */
export function PlanNotice({ plan }: { plan: string | undefined }) {
  const t = useTranslations('audienceSegments.planLimit');
  const plans = useTranslations('shell.plans');
  const known = PLANS.find((each) => each === plan) ?? 'free';
  return (
    <div className={classes.limit} role="note">
      <IconArrowUpCircle {...ICON} />
      <div>
        <strong>{t('title', { plan: plans('scale') })}</strong>
        <p>{t('message', { plan: plans(known) })}</p>
        <UpgradeLink limit="segments" beside />
      </div>
    </div>
  );
}
