'use client';
import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as z from 'zod';
import { useTRPC } from '@/app/trpc';
import { FactorFields, useFactorFaults, useHasCode } from '@/components/factor-fields';
import { isKnownAlready, isPutOff, makePasskey } from '@/components/passkey-call';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { addPasskeyInput, beginPasskeyInput } from '@/server/modules/account/accounts/passkeys-schema';
import classes from './account.module.css';

const input = z.object({ ...beginPasskeyInput.shape, name: addPasskeyInput.shape.name });

/** Makes a passkey with this browser. */
export function AddPasskeyDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('settings.account.passkeys.add');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <AddPasskeyForm
        onDone={() => {
          notifications.show({ message: t('done'), color: 'gray' });
          onClose();
        }}
      />
    </FormDrawer>
  );
}

/** Password, and code where there is one; then the browser asks for finger, face or PIN. */
function AddPasskeyForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('settings.account.passkeys.add');
  const language = useLocale();
  const trpc = useTRPC();
  const hasCode = useHasCode();
  const begin = useMutation(trpc.accounts.beginPasskey.mutationOptions());
  const add = useMutation(trpc.accounts.addPasskey.mutationOptions());
  const [trouble, setTrouble] = useState<'putOff' | 'known'>();
  const { form, ...state } = useResourceForm({
    schema: input,
    initialValues: { name: '', current: '', code: '' },
    toInput: ({ code, ...values }) => ({ ...values, ...(hasCode && { code }), language }),
    codes: useFactorFaults(),
    save: async ({ name, ...factors }) => {
      setTrouble(undefined);
      const { options } = await begin.mutateAsync(factors);
      let answer: string;
      try {
        answer = await makePasskey(options);
      } catch (error) {
        if (!isPutOff(error) && !isKnownAlready(error)) throw error;
        setTrouble(isPutOff(error) ? 'putOff' : 'known');
        // A code is taken once.
        form.setFieldValue('code', '');
        return;
      }
      await add.mutateAsync({ answer, name, language });
      onDone();
    },
  });
  return (
    <DrawerForm of={state} submit={t('submit')}>
      <p className={classes.lead}>{t('lead')}</p>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <FactorFields form={form} hasCode={hasCode} />
      {trouble !== undefined && (
        <p className={classes.lead} role="alert">
          {t(trouble)}
        </p>
      )}
    </DrawerForm>
  );
}
