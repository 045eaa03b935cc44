'use client';
import { Anchor } from '@mantine/core';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { UpgradeLink } from '@/components/upgrade-link';
import classes from './post-form.module.css';

const PLANS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;

/** The plan is full: what was saved (nothing), that the words are still here, and what lifts it. */
export function PlanLimitNotice({ details }: { details: Record<string, unknown> }) {
  const t = useTranslations('blog.planLimit');
  const plans = useTranslations('shell.plans');
  const plan = PLANS.find((known) => known === details.plan) ?? 'free';
  const element = useIntoSight<HTMLDivElement>(details);
  const limit = typeof details.limit === 'number' ? details.limit : 0;
  return (
    <Notice ref={element} icon={IconArrowUpCircle} role="alert">
      <strong>{t('title', { plan: plans(plan), limit })}</strong>
      <p>{t('message')}</p>
      {/* Beside this page, which holds what is not saved. */}
      <div className={classes.limitActions}>
        <UpgradeLink limit="blogPosts" beside />
        <Anchor href="/blog" target="_blank">
          {t('list')}
        </Anchor>
      </div>
    </Notice>
  );
}
