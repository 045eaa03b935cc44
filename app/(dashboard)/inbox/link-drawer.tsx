'use client';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import * as z from 'zod';
import { useTRPC } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import type { Conversation } from './inbox-address';

interface Props {
  opened: boolean;
  conversation: Conversation;
  onClose: () => void;
}

/** Makes a contact of who writes, or finds the one with the same e-mail and phone. */
export function LinkDrawer({ opened, conversation, onClose }: Props) {
  const t = useTranslations('inbox.person');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('link')}>
      <LinkForm conversation={conversation} onDone={onClose} />
    </FormDrawer>
  );
}

const optional = z.string().max(120);

function LinkForm({ conversation: { id, sender }, onDone }: { conversation: Conversation; onDone: () => void }) {
  const t = useTranslations('inbox.person');
  const link = useMutation(useTRPC().inbox.link.mutationOptions());
  const isPhone = sender.address.startsWith('+');
  const { form, ...state } = useResourceForm({
    schema: z.object({ firstName: optional, lastName: optional, email: optional, phone: optional }),
    initialValues: {
      firstName: sender.name ?? '',
      lastName: '',
      email: sender.address.includes('@') ? sender.address : '',
      phone: isPhone ? sender.address : '',
    },
    toInput: (values) => values,
    editing: {
      kind: 'conversation',
      record: null,
      labels: { firstName: t('firstName'), lastName: t('lastName'), email: t('email'), phone: t('phone') },
    },
    save: async (values) => {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
      await link.mutateAsync({ id, create: given });
      onDone();
    },
  });
  return (
    <DrawerForm of={state} submit={t('linkNow')}>
      <TextInput label={t('firstName')} data-autofocus {...form.getInputProps('firstName')} />
      <TextInput label={t('lastName')} {...form.getInputProps('lastName')} />
      <TextInput label={t('email')} type="email" {...form.getInputProps('email')} />
      <TextInput label={t('phone')} type="tel" {...form.getInputProps('phone')} />
    </DrawerForm>
  );
}
