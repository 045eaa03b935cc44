'use client';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CodeField } from '@/components/code-field';
import { useFactorFaults, useHasCode } from '@/components/factor-fields';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { changePasswordInput } from '@/server/resources/accounts/person-schema';
import classes from './account.module.css';

/** Ends every other session of the person; this one goes on. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('settings.account.password');
  const tAuth = useTranslations('auth');
  const language = useLocale();
  const trpc = useTRPC();
  const hasCode = useHasCode();
  const change = useMutation(trpc.accounts.changePassword.mutationOptions());
  const { form, formProps, failure, busy, dirty } = useResourceForm({
    schema: changePasswordInput,
    initialValues: { current: '', password: '', code: '' },
    toInput: ({ code, ...values }) => ({ ...values, ...(hasCode && { code }), language }),
    problems: { 'password.tooShort': tAuth('problems.password') },
    codes: useFactorFaults(),
    save: async (input) => {
      await change.mutateAsync(input);
      form.reset();
      notifications.show({ message: t('done'), color: 'gray' });
    },
  });
  useUnsavedChanges(dirty && !busy);
  const eye = { 'aria-label': tAuth('fields.showPassword') };
  return (
    <form {...formProps} className={classes.form}>
      <Stack>
        {/* For password managers: whose password this is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={t('current')}
          visibilityToggleButtonProps={eye}
          autoComplete="current-password"
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label={t('new')}
          description={tAuth('fields.passwordHelp')}
          visibilityToggleButtonProps={eye}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        {hasCode && <CodeField field={form.getInputProps('code')} onKind={() => form.setFieldValue('code', '')} />}
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        <p className={classes.note}>{t('ends')}</p>
        <div>
          <Button type="submit" loading={busy}>
            {t('submit')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
