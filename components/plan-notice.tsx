'use client';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useAccount } from '@/components/shell/use-account';
import { ICON } from '@/components/ui/icon';
import { UpgradeLink } from '@/components/upgrade-link';
import classes from './plan-notice.module.css';

/** From the smallest; each has what those before it have. */
const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;
type PlanId = (typeof PLANS)[number];

/** That this comes with a larger plan than the workspace is on; nothing when it has it. */
export function PlanNotice({ needs, limit }: { needs: PlanId; limit: 'abandonedCart' | 'feeds' | 'discountBatches' }) {
  const t = useTranslations('ui.planNotice');
  const plans = useTranslations('shell.plans');
  const stored = useAccount()?.workspace?.plan;
  if (stored === undefined) return null;
  const plan = PLANS.find((known) => known === stored) ?? 'free';
  if (PLANS.indexOf(plan) >= PLANS.indexOf(needs)) return null;
  return (
    <div className={classes.notice} role="note">
      <IconArrowUpCircle {...ICON} />
      <div>
        <strong>{t('title', { plan: plans(needs) })}</strong>
        <p>{t('message', { plan: plans(plan) })}</p>
        <UpgradeLink limit={limit} beside />
      </div>
    </div>
  );
}
