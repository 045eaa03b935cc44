'use client';
import { useTranslations } from 'next-intl';
import { LazyQrCode } from '@/components/qr-code/lazy-qr-code';
import type { Form } from '@/app/(dashboard)/forms/form-address';
import classes from '@/app/(dashboard)/forms/forms.module.css';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';

/** How a form is put before people: a link, a picture of it, and a line for the shop's own pages. */
export function SharePanel({ form: { url, embedCode, allowedOrigins } }: { form: Form }) {
  const t = useTranslations('forms.share');
  return (
    <Panel title={t('title')}>
      <div className={classes.share}>
        <h3>{t('page')}</h3>
        <p className={classes.soft}>{t('pageHelp')}</p>
        <p className={classes.link}>
          <OutsideLink href={url}>{url.replace(/^https?:\/\//, '')}</OutsideLink>
        </p>
        <div>
          <CopyButton value={url} label={t('copyLink')} />
        </div>
        <LazyQrCode value={url} label={t('qr')} size={144} />
      </div>
      <div className={classes.share}>
        <h3>{t('embed')}</h3>
        <CodeBlock code={embedCode} label={t('copyCode')} help={t('embedHelp')} />
        <p className={classes.soft}>
          {allowedOrigins.length === 0 ? t('anywhere') : t('origins', { origins: allowedOrigins.join(', ') })}
        </p>
      </div>
    </Panel>
  );
}
