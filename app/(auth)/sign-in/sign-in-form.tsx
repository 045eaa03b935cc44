'use client';
import { Anchor, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import * as z from 'zod';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { email } from '@/server/resources/accounts/schema';
import classes from '../auth.module.css';
import { signInWithPassword } from '@/components/shell/sign-in-call';

/** What there is to check before asking: whether the password fits is the server's to say. */
const credentials = z.object({ email, password: z.string().min(1) });

/** What the person comes from. */
const NOTICES = { created: 'signUp.signInFailed', joined: 'invitation.joined', reset: 'reset.done' } as const;

export function SignInForm({ next, notice }: { next: string; notice: keyof typeof NOTICES | null }) {
  const t = useTranslations('auth');
  const tErrors = useTranslations('errors');
  const { form, formProps, failure, busy, saved } = useResourceForm({
    schema: credentials,
    initialValues: { email: '', password: '' },
    toInput: (values) => values,
    codes: { WRONG_CREDENTIALS: { field: 'password', words: tErrors('codes.WRONG_CREDENTIALS.what') } },
    save: async (input) => {
      await signInWithPassword(input);
      window.location.assign(next);
    },
  });
  return (
    <>
      <Title order={1}>{t('signIn.title')}</Title>
      <p className={classes.lead}>{t('signIn.lead')}</p>
      {notice !== null && (
        <p className={classes.notice} role="status">
          {t(NOTICES[notice])}
        </p>
      )}
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
      <p className={classes.other}>
        {t('signIn.other')}{' '}
        <Anchor component={Link} href="/sign-up">
          {t('signIn.otherLink')}
        </Anchor>
      </p>
    </>
  );
}
