'use client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CopyButton } from '@/components/ui/copy-button';
import { SMALL_ICON } from '@/components/ui/icon';
import type { ProviderEntry } from '@/server/platform/vendors/provider-entry';
import classes from './connect.module.css';

/** The way to the provider's own page, where the person allows Laris in. */
export function ConnectOAuth({ entry }: { entry: ProviderEntry }) {
  const t = useTranslations('channels.connect');
  const setup = useQuery(useTRPC().channels.setup.queryOptions()).data?.oauth.find(
    ({ provider }) => provider === entry.id,
  );
  return (
    <section className={classes.oauth}>
      {entry.unreachable && <p className={classes.note}>{t('unreachable', { provider: entry.label })}</p>}
      {setup?.configured === false ? (
        <div className={classes.note}>
          <p>{t('notConfigured', { provider: entry.label })}</p>
          <p>
            <code>{setup.settings.join(', ')}</code>
          </p>
          <p>{t('redirectUri')}</p>
          <p>
            <code>{setup.redirectUri}</code>
          </p>
          <CopyButton value={setup.redirectUri} what={t('redirectUriName')} />
        </div>
      ) : (
        <SignIn entry={entry} />
      )}
      {entry.connect === 'both' && <p className={classes.or}>{t('orKeys')}</p>}
    </section>
  );
}

function SignIn({ entry }: { entry: ProviderEntry }) {
  const t = useTranslations('channels.connect');
  return (
    <>
      <p>{t('oauthHelp', { provider: entry.label })}</p>
      {/* A link, since the server answers with a redirect to the provider. */}
      <Button
        component="a"
        href={`/api/v1/channels/oauth/${entry.id}/start`}
        rightSection={<IconExternalLink {...SMALL_ICON} />}
        fullWidth
      >
        {t('oauth', { provider: entry.label })}
      </Button>
    </>
  );
}
