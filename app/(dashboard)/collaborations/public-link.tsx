'use client';
import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import { LazyQrCode } from './lazy-qr-code';
import classes from './creators.module.css';

/** The public page of a brief or a program: to look at, and to pass on. */
export function PublicLink({ accountId, id, isOpen }: { accountId: string; id: string; isOpen: boolean }) {
  const t = useTranslations('creators.publicPage');
  const path = `/c/${accountId}/${id}`;
  const url = typeof window === 'undefined' ? path : `${window.location.origin}${path}`;
  return (
    <Panel title={t('title')}>
      {isOpen ? (
        <>
          <p className={classes.link} suppressHydrationWarning>
            <OutsideLink href={path}>{t('open')}</OutsideLink>
          </p>
          <CopyButton value={url} label={t('copy')} />
          <div className={classes.qr}>
            <LazyQrCode value={url} label={t('qr')} size={144} />
          </div>
        </>
      ) : (
        <p className={classes.soft}>{t('closed')}</p>
      )}
    </Panel>
  );
}
