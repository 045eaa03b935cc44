'use client';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { isPutOff, showPasskey, useCanPasskey } from '@/components/passkey-call';
import { signInWithPasskey } from '@/components/shell/sign-in-call';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ICON } from '@/components/ui/icon';
import { problemOf } from '@/components/ui/problem';
import classes from '../auth.module.css';

/** Signs in without a password, where the browser can. Who closes the browser's question is asked nothing more. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useTranslations('auth.passkey');
  const trpc = useTRPC();
  const ask = useMutation(trpc.accounts.askForPasskey.mutationOptions());
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [failure, setFailure] = useState<unknown>(null);
  const canPasskey = useCanPasskey();
  const signIn = async (): Promise<void> => {
    setFailure(null);
    setState('busy');
    try {
      await signInWithPasskey(await showPasskey((await ask.mutateAsync()).options));
      setState('done');
      onSignedIn();
    } catch (error) {
      setState('idle');
      if (!isPutOff(error)) setFailure(error);
    }
  };
  if (!canPasskey) return null;
  return (
    <div className={classes.passkey}>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint {...ICON} />}
        loading={state !== 'idle'}
        onClick={() => void signIn()}
      >
        {t('action')}
      </Button>
      {failure !== null &&
        (problemOf(failure).code === 'WRONG_CREDENTIALS' ? (
          <p className={classes.notice} role="alert">
            {t('wrong')}
          </p>
        ) : (
          <ErrorNotice error={failure} act="read" />
        ))}
    </div>
  );
}
