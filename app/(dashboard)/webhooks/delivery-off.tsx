'use client';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ICON } from '@/components/ui/icon';
import classes from './webhooks.module.css';

/**
 * The notice that this server keeps endpoints and delivers nothing (docs/contract/shared.md#webhook-delivery), and the
 * settings that its operator would set.
 */
export function DeliveryOff() {
  const t = useTranslations('webhooks.off');
  return (
    <div className={classes.off} role="note">
      <IconInfoCircle {...ICON} />
      <div>
        <strong>{t('title')}</strong>
        <p>{t.rich('message', { setting: (words) => <code>{words}</code> })}</p>
      </div>
    </div>
  );
}
