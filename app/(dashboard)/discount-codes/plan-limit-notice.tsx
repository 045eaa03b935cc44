'use client';
import { Button } from '@mantine/core';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/link-button';
import { ICON } from '@/components/ui/icon';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { UpgradeLink } from '@/components/upgrade-link';
import classes from './code-form.module.css';

const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;

interface Props {
  /** The details of the server's PLAN_LIMIT. */
  details: Record<string, unknown>;
  busy: boolean;
  onArchived: () => void;
}

/** The plan is full: what was saved (nothing), and what lifts it. */
export function PlanLimitNotice({ details, busy, onArchived }: Props) {
  const t = useTranslations('discountCodes.form.planLimit');
  const plans = useTranslations('shell.plans');
  const plan = PLANS.find((known) => known === details.plan) ?? 'free';
  const element = useIntoSight<HTMLDivElement>(details);
  const limit = typeof details.limit === 'number' ? details.limit : 0;
  return (
    <div ref={element} className={classes.limit} role="alert">
      <IconArrowUpCircle {...ICON} />
      <div>
        <strong>{t('title', { plan: plans(plan), limit })}</strong>
        <p>
          {t('message')} <UpgradeLink limit="discountCodes" beside />
        </p>
        <div className={classes.limitActions}>
          <Button size="xs" variant="default" loading={busy} onClick={onArchived}>
            {t('archived')}
          </Button>
          <LinkButton size="xs" variant="subtle" href="/discount-codes?show=active">
            {t('list')}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
