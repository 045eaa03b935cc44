'use client';
import { Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/modules/creators/collaborations/schema';

type Of = { campaignId: string } | { programId: string };

/** Invites somebody into a brief or a program. */
export function InviteDrawer({ opened, of, onClose }: { opened: boolean; of: Of; onClose: () => void }) {
  const t = useTranslations('creators.invite');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <InviteForm of={of} onDone={onClose} />
    </FormDrawer>
  );
}

function InviteForm({ of, onDone }: { of: Of; onDone: () => void }) {
  const t = useTranslations('creators.invite');
  const create = useMutation(useTRPC().collaborations.create.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: createInput,
    initialValues: { creator: { name: '', email: '', phone: '' }, message: '' },
    toInput: ({ creator: { name, email, phone }, message }) => ({
      ...of,
      creator: { name: name.trim(), email, phone: phone.trim() === '' ? null : phone.trim() },
      message: message.trim() === '' ? null : message.trim(),
    }),
    codes: { ALREADY_COLLABORATING: { field: 'creator.email', words: t('already') } },
    editing: { kind: 'invitation', record: null, labels: { creator: t('name'), message: t('message') } },
    save: async (input) => {
      const made = await create.mutateAsync(input);
      onDone();
      notifications.show({ color: 'gray', message: t(`done.${made.mailed}`, { name: made.creator.name }) });
    },
  });
  return (
    <DrawerForm of={state} submit={t('send')}>
      <TextInput label={t('name')} data-autofocus maxLength={120} {...form.getInputProps('creator.name')} />
      <TextInput label={t('email')} type="email" maxLength={254} {...form.getInputProps('creator.email')} />
      <TextInput label={t('phone')} maxLength={64} {...form.getInputProps('creator.phone')} />
      <Textarea
        label={t('message')}
        description={t('messageHelp')}
        autosize
        minRows={3}
        maxLength={2000}
        {...form.getInputProps('message')}
      />
    </DrawerForm>
  );
}
