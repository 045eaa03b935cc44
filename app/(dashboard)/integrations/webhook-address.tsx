'use client';
import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import classes from './integrations.module.css';

/** The address that a shop calls. */
export function WebhookAddress({ url }: { url: string }) {
  const t = useTranslations('integrations');
  return (
    <div className={classes.address}>
      <code>{url}</code>
      <CopyButton value={url} what={t('address')} />
    </div>
  );
}
