'use client';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ICON } from '@/components/ui/icon';
import { UpgradeLink } from '@/components/upgrade-link';
import classes from './pixels.module.css';

/** The plan has no pixels. `refused`: somebody has just tried to save. */
export function PlanNotice({ refused }: { refused: boolean }) {
  const t = useTranslations('pixels.plan');
  return (
    <div className={classes.plan} role={refused ? 'alert' : undefined}>
      <IconArrowUpCircle {...ICON} />
      <div>
        <strong>{t('title')}</strong>
        <p>{t(refused ? 'refused' : 'message')}</p>
        <UpgradeLink limit="pixels" beside />
      </div>
    </div>
  );
}
