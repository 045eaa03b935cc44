'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { addSuppressionInput } from '@/server/resources/abandoned-cart/schema';

/** Somebody who asked by other means not to be reminded. */
export function AddSuppression({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('abandonedCart.suppressions');
  const [dirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  return (
    <FormDrawer opened={opened} onClose={close} dirty={dirty} title={t('addTitle')}>
      <AddForm onDirty={setDirty} onDone={close} />
    </FormDrawer>
  );
}

function AddForm({ onDirty, onDone }: { onDirty: (dirty: boolean) => void; onDone: () => void }) {
  const t = useTranslations('abandonedCart.suppressions');
  const words = useTranslations('fields');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.abandonedCart.addSuppression.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: addSuppressionInput,
    initialValues: { email: '' },
    toInput: ({ email }) => ({ email: email.trim() }),
    problems: { 'email.format': words('email') },
    onDirty,
    save: async (input) => {
      const { email } = await add.mutateAsync(input);
      onDirty(false);
      onDone();
      notifications.show({ color: 'gray', message: t('added', { email }) });
      void queryClient.invalidateQueries(trpc.abandonedCart.pathFilter());
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <TextInput
          label={t('email')}
          description={t('emailHelp')}
          type="email"
          data-autofocus
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <Button variant="default" onClick={onDone}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('addSubmit')}
        </Button>
      </FormActions>
    </form>
  );
}
