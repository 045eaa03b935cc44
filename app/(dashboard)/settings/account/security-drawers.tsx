'use client';
import { notifications } from '@mantine/notifications';
import { useTranslations, useLocale } from 'next-intl';
import { FormDrawer, CancelButton, FormActions } from '@/components/ui/form-drawer';
import { SecretDrawer } from '@/components/ui/secret-drawer';
import { SetUpForm } from './set-up-form';
import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useArrivedAccount } from '@/components/shell/use-account';
import { CopyButton } from '@/components/ui/copy-button';
import { SMALL_ICON } from '@/components/ui/icon';
import { OnceNote } from '@/components/ui/once-note';
import classes from './account.module.css';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import { FactorFields, useFactorFaults } from '@/components/factor-fields';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { bothFactorsInput, type BothFactorsInput } from '@/server/modules/account/accounts/second-factor-schema';

/** @param onDone with the new codes, in the one moment they can be seen */
function RenewCodesForm({ onDone }: { onDone: (codes: string[]) => void }) {
  const t = useTranslations('settings.account.security.renew');
  const trpc = useTRPC();
  const renew = useMutation(trpc.accounts.renewRecoveryCodes.mutationOptions());
  return (
    <BothFactorsForm
      lead={t('lead')}
      submit={t('submit')}
      save={async (input) => onDone((await renew.mutateAsync(input)).recoveryCodes)}
    />
  );
}

function SwitchOffForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('settings.account.security.switchOff');
  const trpc = useTRPC();
  const disable = useMutation(trpc.accounts.disableSecondFactor.mutationOptions());
  return (
    <BothFactorsForm
      lead={t('lead')}
      submit={t('submit')}
      destructive
      save={async (input) => {
        await disable.mutateAsync(input);
        onDone();
      }}
    />
  );
}

interface RenewCodesFormProps {
  lead: string;
  submit: string;
  destructive?: boolean;
  save: (input: BothFactorsInput) => Promise<void>;
}

/** The present password and a code: what signing in takes. */
function BothFactorsForm({ lead, submit, destructive = false, save }: RenewCodesFormProps) {
  const language = useLocale();
  const { form, formProps, failure, busy } = useResourceForm({
    schema: bothFactorsInput,
    initialValues: { current: '', code: '' },
    toInput: (values) => ({ ...values, language }),
    codes: useFactorFaults(),
    save: async (input) => await save({ ...input, language }),
  });
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <p className={classes.lead}>{lead}</p>
        <FactorFields form={form} hasCode autoFocus />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" color={destructive ? 'red' : undefined} loading={busy}>
          {submit}
        </Button>
      </FormActions>
    </form>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  lead: string;
  /** Called after the codes were copied, or saved as a file. */
  onKept: () => void;
}

/** Recovery codes in the one moment they can be seen. */
function RecoveryCodes({ codes, lead, onKept }: RecoveryCodesProps) {
  const t = useTranslations('settings.account.security.recovery');
  const email = useArrivedAccount()?.user.email ?? '';
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([`${t('file', { email })}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = 'laris-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
    onKept();
  };
  return (
    <>
      <p className={classes.lead}>{lead}</p>
      <section className={classes.codes} aria-label={t('title')}>
        <OnceNote>{t('once')}</OnceNote>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Group gap={8} className={classes.acts}>
          <CopyButton value={codes.join('\n')} what={t('title')} size="sm" onCopied={onKept} />
          <Button size="sm" variant="default" leftSection={<IconDownload {...SMALL_ICON} />} onClick={save}>
            {t('download')}
          </Button>
        </Group>
      </section>
    </>
  );
}

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Returns the words of SecretDrawer for recovery codes. */
function useCodeWords() {
  const t = useTranslations('settings.account.security.recovery');
  return { createdTitle: () => t('title'), words: { notCopied: t('notKept'), done: t('done') } };
}

export function SetUpDrawer(props: Props) {
  const t = useTranslations('settings.account.security');
  return (
    <SecretDrawer<string[]>
      {...props}
      {...useCodeWords()}
      title={t('setUp.title')}
      form={({ onCreated }) => <SetUpForm onDone={onCreated} />}
      shown={(codes, onCopied) => <RecoveryCodes codes={codes} lead={t('recovery.first')} onKept={onCopied} />}
    />
  );
}

export function RenewDrawer(props: Props) {
  const t = useTranslations('settings.account.security');
  return (
    <SecretDrawer<string[]>
      {...props}
      {...useCodeWords()}
      title={t('renew.title')}
      form={({ onCreated }) => <RenewCodesForm onDone={onCreated} />}
      shown={(codes, onCopied) => <RecoveryCodes codes={codes} lead={t('recovery.anew')} onKept={onCopied} />}
    />
  );
}

export function SwitchOffDrawer({ opened, onClose }: Props) {
  const t = useTranslations('settings.account.security.switchOff');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <SwitchOffForm
        onDone={() => {
          notifications.show({ message: t('done'), color: 'gray' });
          onClose();
        }}
      />
    </FormDrawer>
  );
}
