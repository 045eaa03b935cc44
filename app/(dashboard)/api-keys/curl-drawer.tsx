'use client';
import { useTranslations } from 'next-intl';
import { FormDrawer } from '@/components/ui/form-drawer';
import type { ApiKey } from './api-keys';
import classes from './api-keys.module.css';
import { SignedExamples } from './signed-examples';

/** “Copy as curl” of a key whose secret is no longer known: its name stands in the secret's place. */
export function CurlDrawer({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const t = useTranslations('apiKeys.curl');
  const name = apiKey?.name ?? '';
  const placeholder = `<${t('placeholder', { name })}>`;
  return (
    <FormDrawer opened={apiKey !== null} onClose={onClose} title={t('title', { name })}>
      {apiKey && (
        <>
          <p className={classes.help}>{t('help')}</p>
          <SignedExamples keyId={apiKey.keyId} scopes={apiKey.scopes} secret={placeholder} mark={placeholder} />
        </>
      )}
    </FormDrawer>
  );
}
