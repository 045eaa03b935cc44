'use client';
import { Anchor, Button, PasswordInput, Skeleton, Stack, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { resetPasswordInput } from '@/server/modules/account/accounts/passwords-schema';
import classes from '@/app/(auth)/auth.module.css';

/** Behind the link of the mail: a new password, or why the link opens nothing. */
export function ResetPassword({ token }: { token: string }) {
  const t = useTranslations('auth.reset');
  const trpc = useTRPC();
  const link = useQuery(trpc.accounts.resetLink.queryOptions({ token }, { retry: false, refetchOnWindowFocus: false }));
  const isUnknown = problemOf(link.error).code === 'NOT_FOUND';
  if (link.isPending) return <Skeleton height={220} />;
  if (link.isError && !isUnknown)
    return <ErrorNotice error={link.error} act="read" onRetry={() => void link.refetch()} />;
  const state = link.data?.state ?? 'unknown';
  return (
    <>
      <Title order={1}>{t(state === 'open' ? 'title' : 'overTitle')}</Title>
      <p className={classes.lead}>{t(`states.${state}`)}</p>
      {state === 'open' && <ResetForm token={token} onOver={() => void link.refetch()} />}
      <p className={classes.other}>
        {state !== 'open' && (
          <>
            <Anchor component={Link} href="/forgot-password">
              {t('again')}
            </Anchor>
            {' · '}
          </>
        )}
        <Anchor component={Link} href="/sign-in">
          {t('back')}
        </Anchor>
      </p>
    </>
  );
}

function ResetForm({ token, onOver }: { token: string; onOver: () => void }) {
  const t = useTranslations('auth');
  const language = useLocale();
  const trpc = useTRPC();
  const reset = useMutation(trpc.accounts.resetPassword.mutationOptions({ meta: { touches: [] } }));
  const { form, formProps, failure, busy, saved } = useResourceForm({
    schema: resetPasswordInput,
    initialValues: { password: '' },
    toInput: ({ password }) => ({ token, password, language }),
    problems: { 'password.tooShort': t('problems.password') },
    save: async (input) => {
      try {
        await reset.mutateAsync(input);
      } catch (error) {
        // Used or run out since the page was opened: the page says which.
        if (problemOf(error).code === 'BAD_STATE') onOver();
        throw error;
      }
      window.location.assign('/sign-in?reset=1');
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <PasswordInput
          label={t('reset.password')}
          description={t('fields.passwordHelp')}
          visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        <Button type="submit" loading={busy || saved} fullWidth mt={8}>
          {t('reset.submit')}
        </Button>
      </Stack>
    </form>
  );
}
