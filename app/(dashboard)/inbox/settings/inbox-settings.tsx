'use client';
import { useTranslations } from 'next-intl';
import { CurlButton } from '@/components/curl-button';
import { PageHead } from '@/components/ui/page-head';
import { AwayPanel } from './away-panel';
import { ReceivingPanel } from './receiving-panel';
import { SavedPanel } from './saved-panel';
import classes from './settings.module.css';

/** The settings for what comes in, what is answered often, and what is said when nobody is there. */
export function InboxSettings() {
  const t = useTranslations('inbox');
  return (
    <>
      <PageHead title={t('setup.title')} back={{ href: '/inbox', label: t('title') }} />
      <div className={classes.panels}>
        <ReceivingPanel />
        <SavedPanel />
        <AwayPanel />
      </div>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.list'), method: 'GET', path: '/api/v1/inbox/conversations' },
          {
            title: t('api.reply'),
            method: 'POST',
            path: '/api/v1/inbox/conversations/{id}/messages',
            body: { text: 'Halo!' },
          },
        ]}
      />
    </>
  );
}
