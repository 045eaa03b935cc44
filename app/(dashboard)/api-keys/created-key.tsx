'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Outputs } from '@/app/trpc';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { SecretOnce } from '@/components/ui/secret-once';
import classes from './api-keys.module.css';
import { SignedExamples } from './signed-examples';

interface Props {
  created: Outputs['apiKeys']['create'];
  onDone: () => void;
}

/** The one moment in which the secret can be seen: copy it, try it. */
export function CreatedKey({ created: { apiKey, secret }, onDone }: Props) {
  const t = useTranslations('apiKeys.created');
  const [isCopied, setCopied] = useState(false);
  // It is the secret that closing would lose.
  useUnsavedChanges(!isCopied);
  const onCopied = () => setCopied(true);
  return (
    <>
      <div className={classes.keyId}>
        <span>{t('keyId')}</span>
        <code>{apiKey.keyId}</code>
      </div>
      <SecretOnce label={t('secret')} secret={secret} onCopied={onCopied} />
      <SignedExamples keyId={apiKey.keyId} scopes={apiKey.scopes} secret={secret} onCopied={onCopied} />
      <Button className={classes.done} onClick={onDone} fullWidth>
        {t('done')}
      </Button>
    </>
  );
}
