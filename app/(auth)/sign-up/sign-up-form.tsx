'use client';
import { Anchor, Button, Stack, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { NewAccountFields } from '@/app/(auth)/new-account-fields';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { signUpInput } from '@/server/modules/account/accounts/schema';
import classes from '../auth.module.css';
import { signInWithPassword } from '@/components/shell/sign-in-call';

/** Makes the workspace with its owner, and signs in. */
export function SignUpForm() {
  const t = useTranslations('auth');
  const language = useLocale();
  const trpc = useTRPC();
  const signUp = useMutation(trpc.accounts.signUp.mutationOptions());
  const { form, formProps, failure, busy, saved } = useResourceForm({
    schema: signUpInput,
    initialValues: { workspaceName: '', name: '', email: '', password: '' },
    toInput: (values) => ({ ...values, language }),
    problems: { 'password.tooShort': t('problems.password') },
    codes: { EMAIL_TAKEN: { field: 'email', words: t('problems.emailTaken') } },
    save: async (input) => {
      await signUp.mutateAsync(input);
      // The workspace is there by now, whatever becomes of the sign-in.
      const signedIn = await signInWithPassword(input).then(
        () => true,
        () => false,
      );
      window.location.assign(signedIn ? '/' : '/sign-in?created=1');
    },
  });
  return (
    <>
      <Title order={1}>{t('signUp.title')}</Title>
      <p className={classes.lead}>{t('signUp.lead')}</p>
      <form {...formProps}>
        <Stack>
          <TextInput
            label={t('fields.workspaceName')}
            autoComplete="organization"
            autoFocus
            {...form.getInputProps('workspaceName')}
          />
          <NewAccountFields of={(field) => form.getInputProps(field)} />
          {failure !== null && <ErrorNotice error={failure} act="write" />}
          <Button type="submit" loading={busy || saved} fullWidth mt={8}>
            {t('signUp.submit')}
          </Button>
        </Stack>
      </form>
      <p className={classes.other}>
        {t('signUp.other')}{' '}
        <Anchor component={Link} href="/sign-in">
          {t('signUp.otherLink')}
        </Anchor>
      </p>
    </>
  );
}
