'use client';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ICON } from '@/components/ui/icon';
import { useIntoSight } from '@/components/ui/use-into-sight';
import { UpgradeLink } from '@/components/upgrade-link';
import classes from './pixels.module.css';

/** The plan has no pixels. `refusal`: what somebody's try to save was refused with, else null. */
export function PlanNotice({ refusal }: { refusal: unknown }) {
  const t = useTranslations('pixels.plan');
  const element = useIntoSight<HTMLDivElement>(refusal);
  const refused = refusal !== null;
  return (
    <div ref={element} className={classes.plan} role={refused ? 'alert' : undefined}>
      <IconArrowUpCircle {...ICON} />
      <div>
        <strong>{t('title')}</strong>
        <p>{t(refused ? 'refused' : 'message')}</p>
        <UpgradeLink limit="pixels" beside />
      </div>
    </div>
  );
}
