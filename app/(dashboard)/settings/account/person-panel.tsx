'use client';
import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { FactorFields, useFactorFaults, useHasCode } from '@/components/factor-fields';
import { useArrivedAccount } from '@/components/shell/use-account';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { Panel } from '@/components/ui/panel';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { changeEmailInput, renameInput } from '@/server/modules/account/accounts/person-schema';
import classes from './account.module.css';

/** Name and e-mail of who is signed in; each is changed in its own small form. */
export function PersonPanel() {
  const t = useTranslations('settings.account');
  const user = useArrivedAccount()?.user;
  const [changing, setChanging] = useState<'name' | 'email'>();
  const close = () => setChanging(undefined);
  return (
    <Panel title={t('person')}>
      {user === undefined ? (
        <Skeleton height={56} />
      ) : (
        <Stack>
          <Facts labels="8rem">
            <Fact label={t('name')}>{user.name}</Fact>
            <Fact label={t('email')}>{user.email}</Fact>
          </Facts>
          {changing === 'name' && <NameForm name={user.name} onClose={close} />}
          {changing === 'email' && <EmailForm email={user.email} onClose={close} />}
          {changing === undefined && (
            <Group gap={8}>
              <Button variant="default" onClick={() => setChanging('name')}>
                {t('rename.action')}
              </Button>
              <Button variant="default" onClick={() => setChanging('email')}>
                {t('newEmail.action')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Panel>
  );
}

function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslations('settings.account');
  const trpc = useTRPC();
  const rename = useMutation(trpc.accounts.rename.mutationOptions());
  const { form, formProps, failure, busy, dirty } = useResourceForm({
    schema: renameInput,
    initialValues: { name },
    toInput: (values) => values,
    save: async (input) => {
      await rename.mutateAsync(input);
      notifications.show({ message: t('rename.done'), color: 'gray' });
      onClose();
    },
  });
  useUnsavedChanges(dirty && !busy);
  return (
    <form {...formProps} className={classes.form}>
      <Stack>
        <TextInput label={t('name')} autoComplete="name" maxLength={120} autoFocus {...form.getInputProps('name')} />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        <Buttons busy={busy} submit={t('rename.submit')} onClose={onClose} />
      </Stack>
    </form>
  );
}

function EmailForm({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('settings.account');
  const language = useLocale();
  const trpc = useTRPC();
  const hasCode = useHasCode();
  const change = useMutation(trpc.accounts.changeEmail.mutationOptions());
  const { form, formProps, failure, busy, dirty } = useResourceForm({
    schema: changeEmailInput,
    initialValues: { email: '', current: '', code: '' },
    toInput: ({ code, ...values }) => ({ ...values, ...(hasCode && { code }), language }),
    codes: {
      ...useFactorFaults(),
      EMAIL_TAKEN: { field: 'email', words: t('newEmail.taken') },
    },
    save: async (input) => {
      const { state } = await change.mutateAsync(input);
      const message = state === 'mailed' ? t('newEmail.mailed', { email: input.email }) : t('newEmail.done');
      notifications.show({ message, color: 'gray', autoClose: state === 'mailed' ? 15_000 : 4_000 });
      onClose();
    },
  });
  useUnsavedChanges(dirty && !busy);
  return (
    <form {...formProps} className={classes.form}>
      <Stack>
        {/* For password managers: whose password this is. */}
        <input type="email" name="present" autoComplete="username" value={email} readOnly hidden />
        <TextInput
          type="email"
          label={t('newEmail.label')}
          description={t('newEmail.help')}
          autoComplete="email"
          maxLength={254}
          autoFocus
          {...form.getInputProps('email')}
        />
        <FactorFields form={form} hasCode={hasCode} />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        <Buttons busy={busy} submit={t('newEmail.submit')} onClose={onClose} />
      </Stack>
    </form>
  );
}

function Buttons({ busy, submit, onClose }: { busy: boolean; submit: string; onClose: () => void }) {
  const t = useTranslations('ui');
  return (
    <Group gap={8}>
      <Button type="submit" loading={busy}>
        {submit}
      </Button>
      <Button variant="default" onClick={onClose} disabled={busy}>
        {t('cancel')}
      </Button>
    </Group>
  );
}
