'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import { LazyQrCode } from '@/components/qr-code/lazy-qr-code';
import { CopyButton } from '@/components/ui/copy-button';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import classes from './code-detail.module.css';

/** The sources of codes that have a link (docs/contract/discount-codes.md#share). */
const SHARED = ['manual', 'affiliate', 'batch'];
const QR = 144;
const FORMATS = ['png', 'svg'] as const;

/** The link that puts the code into the shop's checkout, and the same as a picture for print. */
export function ShareCode({ code: { accountId, code, source } }: { code: Code }) {
  const t = useTranslations('discountCodes.share');
  if (!SHARED.includes(source)) return null;
  const path = `/d/${accountId}/${encodeURIComponent(code)}`;
  const url = typeof window === 'undefined' ? path : `${window.location.origin}${path}`;
  const name = code.replace(/[^\w-]/g, '_');
  return (
    <Panel title={t('title')} className={classes.sharing}>
      <p className={classes.detail}>{t('help')}</p>
      <div className={classes.share}>
        <LazyQrCode value={url} label={t('qr', { code })} size={QR} />
        <div className={classes.shareActs}>
          <span suppressHydrationWarning>
            <OutsideLink href={path}>{t('open')}</OutsideLink>
          </span>
          <CopyButton value={url} label={t('copy')} />
          {FORMATS.map((format) => (
            <Button
              key={format}
              size="xs"
              variant="default"
              onClick={() =>
                void import('@/components/qr-code/qr-file').then(({ saveQr }) => saveQr(url, name, format))
              }
            >
              {t(format)}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  );
}
