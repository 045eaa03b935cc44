'use client';
import { Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { CopyButton } from '@/components/ui/copy-button';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import { LazyQrCode } from '@/components/qr-code/lazy-qr-code';
import classes from './creators.module.css';

interface Props {
  kind: 'brief' | 'program';
  accountId: string;
  id: string;
  /** True when everybody may see it now. */
  isOpen: boolean;
}

const LazyPagePreview = dynamic(async () => (await import('./page-preview')).PagePreview, {
  ssr: false,
  loading: () => <Skeleton height={360} />,
});

/** The public page of a brief or a program: to look at before it is open, and to pass on. */
export function PublicLink({ kind, accountId, id, isOpen }: Props) {
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
        </>
      ) : (
        <p className={classes.soft}>{t('closed')}</p>
      )}
      <LazyPagePreview kind={kind} id={id} />
      {isOpen && (
        <div className={classes.qr}>
          <LazyQrCode value={url} label={t('qr')} size={144} />
        </div>
      )}
    </Panel>
  );
}
