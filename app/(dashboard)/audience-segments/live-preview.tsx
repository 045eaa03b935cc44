'use client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { hasName, nameOf } from '@/app/(dashboard)/contacts/contact';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import type { usePreview } from './use-preview';
import classes from './builder.module.css';

/** How many the conditions find together, and the newest of them. */
export function LivePreview({ live }: { live: ReturnType<typeof usePreview> }) {
  const t = useTranslations('audienceSegments.preview');
  const format = useFormat();
  const { preview, stale, error, retry } = live;
  return (
    <Panel title={t('title')}>
      {error !== null && <ErrorNotice error={error} act="read" onRetry={retry} />}
      {error === null && (
        <>
          <output className={classes.total} data-stale={stale || undefined} aria-live="polite">
            <strong>{preview === undefined ? '–' : format.number(preview.count)}</strong>
            <span>
              {preview !== undefined ? t('people', { count: preview.count }) : stale ? t('counting') : t('nothing')}
            </span>
          </output>
          {preview && preview.sample.length > 0 && (
            <>
              <h3 className={classes.sampleTitle}>{t('sample')}</h3>
              <ul className={classes.sample}>
                {preview.sample.map((contact) => (
                  <li key={contact.id}>
                    <Link href={`/contacts/${contact.id}`} target="_blank">
                      {nameOf(contact)}
                    </Link>
                    {hasName(contact) && (contact.email ?? contact.phone) !== null && (
                      <span>{contact.email ?? contact.phone}</span>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
          {preview?.count === 0 && <p className={classes.hint}>{t('none')}</p>}
        </>
      )}
    </Panel>
  );
}
