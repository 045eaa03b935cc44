'use client';
import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC } from '@/app/trpc';
import classes from '@/app/(auth)/auth.module.css';
import { signInWithPassword } from '@/components/shell/sign-in-call';
import { signInPath } from '@/components/shell/sign-in-path';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { joinInput } from '@/server/resources/accounts/members-schema';
import type { InvitationLink } from './invitation';

/** Makes an account that is a member at once, and signs in. Who has one signs in instead and comes back here. */
export function JoinAsNew({ link, email, onOver }: { link: InvitationLink; email: string | null; onOver: () => void }) {
  const t = useTranslations('auth');
  const language = useLocale();
  const trpc = useTRPC();
  const join = useMutation(trpc.accounts.joinAsNew.mutationOptions({ meta: { touches: [] } }));
  const { form, formProps, failure, busy, saved } = useResourceForm({
    schema: joinInput,
    initialValues: { name: '', email: email ?? '', password: '' },
    toInput: (values) => ({ ...values, ...link, language }),
    problems: { 'password.tooShort': t('problems.password') },
    codes: { EMAIL_TAKEN: { field: 'email', words: t('problems.emailTaken') } },
    save: async ({ email, password, ...input }) => {
      try {
        await join.mutateAsync({ email, password, ...input });
      } catch (error) {
        if (problemOf(error).code === 'BAD_STATE') onOver();
        throw error;
      }
      // The account is there by now, whatever becomes of the sign-in.
      const signedIn = await signInWithPassword({ email, password }).then(
        () => true,
        () => false,
      );
      window.location.assign(signedIn ? '/' : '/sign-in?joined=1');
    },
  });
  return (
    <>
      <form {...formProps}>
        <Stack>
          <TextInput label={t('fields.name')} autoComplete="name" autoFocus {...form.getInputProps('name')} />
          <TextInput
            type="email"
            label={t('fields.email')}
            autoComplete="username"
            inputMode="email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('fields.password')}
            visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
            description={t('fields.passwordHelp')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {failure !== null && <ErrorNotice error={failure} act="write" />}
          <Button type="submit" loading={busy || saved} fullWidth mt={8}>
            {t('invitation.create')}
          </Button>
        </Stack>
      </form>
      <p className={classes.other}>
        {t('signUp.other')}{' '}
        <Anchor
          component={Link}
          href={signInPath(`/invitation/${link.token}?${new URLSearchParams({ mailed: link.mailed }).toString()}`)}
        >
          {t('invitation.signInFirst')}
        </Anchor>
      </p>
    </>
  );
}
