'use client';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useAccount } from '@/components/shell/use-account';
import { Notice } from '@/components/ui/notice';
import { UpgradeLink } from '@/components/upgrade-link';

/** From the smallest; each has what those before it have. */
const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;
type PlanId = (typeof PLANS)[number];

/** The notice that this comes with a larger plan than the workspace is on; nothing when it has it. */
export function PlanNotice({ needs, limit }: { needs: PlanId; limit: 'abandonedCart' | 'feeds' | 'discountBatches' }) {
  const t = useTranslations('ui.planNotice');
  const plans = useTranslations('shell.plans');
  const stored = useAccount()?.workspace?.plan;
  if (stored === undefined) return null;
  const plan = PLANS.find((known) => known === stored) ?? 'free';
  if (PLANS.indexOf(plan) >= PLANS.indexOf(needs)) return null;
  return (
    <Notice icon={IconArrowUpCircle} role="note">
      <strong>{t('title', { plan: plans(needs) })}</strong>
      <p>{t('message', { plan: plans(plan) })}</p>
      <UpgradeLink limit={limit} beside />
    </Notice>
  );
}
