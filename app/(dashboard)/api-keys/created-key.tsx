'use client';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { SecretOnce } from '@/components/ui/secret-once';
import classes from './api-keys.module.css';
import { SignedExamples } from './signed-examples';

interface Props {
  created: Outputs['apiKeys']['create'];
  onCopied: () => void;
}

/** The one moment in which the secret can be seen: copy it, try it. */
export function CreatedKey({ created: { apiKey, secret }, onCopied }: Props) {
  const t = useTranslations('apiKeys.created');
  return (
    <>
      <div className={classes.keyId}>
        <span>{t('keyId')}</span>
        <code>{apiKey.keyId}</code>
      </div>
      <SecretOnce label={t('secret')} secret={secret} onCopied={onCopied} />
      <SignedExamples keyId={apiKey.keyId} scopes={apiKey.scopes} secret={secret} onCopied={onCopied} />
    </>
  );
}
