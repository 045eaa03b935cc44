'use client';
import { Anchor, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import * as z from 'zod';
import { CodeStep, signInOrAsk } from '@/components/shell/code-step';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { email } from '@/server/modules/account/accounts/schema';
import classes from '../auth.module.css';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import { isPutOff, showPasskey, useCanPasskey } from '@/components/passkey-call';
import { signInWithPasskey } from '@/components/shell/sign-in-call';
import { ICON } from '@/components/ui/icon';
import { problemOf } from '@/components/ui/problem';

/** Signs in without a password, where the browser can. Who closes the browser's question is asked nothing more. */
function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
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

/** The checks before the request: only the server can say whether the password is right. */
const credentials = z.object({ email, password: z.string().min(1) });

/** The step that the person comes from. */
const NOTICES = { created: 'signUp.signInFailed', joined: 'invitation.joined', reset: 'reset.done' } as const;

interface Login {
  email: string;
  password: string;
}

/** E-mail and password, then the code of the second factor where the person has one. */
export function SignInForm({ next, notice }: { next: string; notice: keyof typeof NOTICES | null }) {
  const t = useTranslations('auth');
  const [login, setLogin] = useState<Login>({ email: '', password: '' });
  const [step, setStep] = useState<'password' | 'code'>('password');
  const enter = () => window.location.assign(next);
  if (step === 'code')
    return (
      <>
        <Title order={1}>{t('code.title')}</Title>
        <p className={classes.lead}>{t('code.lead', { email: login.email })}</p>
        <CodeStep
          login={login}
          onSignedIn={enter}
          actions={(submit) => (
            <>
              <div className={classes.submit}>{submit}</div>
              <Button variant="subtle" color="gray" onClick={() => setStep('password')}>
                {t('code.back')}
              </Button>
            </>
          )}
        />
      </>
    );
  return (
    <>
      <Title order={1}>{t('signIn.title')}</Title>
      <p className={classes.lead}>{t('signIn.lead')}</p>
      {notice !== null && (
        <p className={classes.notice} role="status">
          {t(NOTICES[notice])}
        </p>
      )}
      <PasswordStep
        email={login.email}
        onSignedIn={enter}
        onAsked={(asked) => {
          setLogin(asked);
          setStep('code');
        }}
      />
      <PasskeyButton onSignedIn={enter} />
      <p className={classes.other}>
        {t('signIn.other')}{' '}
        <Anchor component={Link} href="/sign-up">
          {t('signIn.otherLink')}
        </Anchor>
      </p>
    </>
  );
}

interface StepProps {
  /** The e-mail that was typed before. */
  email: string;
  onSignedIn: () => void;
  /** E-mail and password are right, and a code is asked for. */
  onAsked: (login: Login) => void;
}

function PasswordStep({ email: typed, onSignedIn, onAsked }: StepProps) {
  const t = useTranslations('auth');
  const tErrors = useTranslations('errors');
  const { form, formProps, failure, busy, saved } = useResourceForm({
    schema: credentials,
    initialValues: { email: typed, password: '' },
    toInput: (values) => values,
    codes: { WRONG_CREDENTIALS: { field: 'password', words: tErrors('codes.WRONG_CREDENTIALS.what') } },
    save: async (input) => {
      if ((await signInOrAsk(input)) === 'code') onAsked(input);
      else onSignedIn();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <TextInput
          type="email"
          label={t('fields.email')}
          autoComplete="username"
          inputMode="email"
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('fields.password')}
          visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Anchor component={Link} href="/forgot-password" size="sm" className={classes.forgot}>
          {t('signIn.forgot')}
        </Anchor>
        {failure !== null && <ErrorNotice error={failure} act="read" />}
        <Button type="submit" loading={busy || saved} fullWidth mt={8}>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}
