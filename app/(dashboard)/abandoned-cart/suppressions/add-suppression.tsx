'use client';
import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { addSuppressionInput } from '@/server/modules/offers/abandoned-cart/schema';

/** Somebody who asked by other means not to be reminded. */
export function AddSuppression({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('abandonedCart.suppressions');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('addTitle')}>
      <AddForm onDone={onClose} />
    </FormDrawer>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('abandonedCart.suppressions');
  const words = useTranslations('fields');
  const trpc = useTRPC();
  const add = useMutation(trpc.abandonedCart.addSuppression.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: addSuppressionInput,
    initialValues: { email: '' },
    toInput: ({ email }) => ({ email: email.trim() }),
    problems: { 'email.format': words('email') },
    editing: { kind: 'suppression', record: null },
    save: async (input) => {
      const { email } = await add.mutateAsync(input);
      onDone();
      notifications.show({ color: 'gray', message: t('added', { email }) });
    },
  });
  return (
    <DrawerForm of={state} submit={t('addSubmit')}>
      <TextInput
        label={t('email')}
        description={t('emailHelp')}
        type="email"
        data-autofocus
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    </DrawerForm>
  );
}
