'use client';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { FactorFields, useFactorFaults } from '@/components/factor-fields';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { bothFactorsInput, type BothFactorsInput } from '@/server/resources/accounts/second-factor-schema';
import classes from './account.module.css';

/** @param onDone with the new codes, in the one moment they can be seen */
export function RenewCodesForm({ onDone }: { onDone: (codes: string[]) => void }) {
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

export function SwitchOffForm({ onDone }: { onDone: () => void }) {
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

interface Props {
  lead: string;
  submit: string;
  destructive?: boolean;
  save: (input: BothFactorsInput) => Promise<void>;
}

/** The present password and a code: what signing in takes. */
function BothFactorsForm({ lead, submit, destructive = false, save }: Props) {
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
