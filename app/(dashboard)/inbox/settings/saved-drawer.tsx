'use client';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createSavedReplyInput } from '@/server/modules/messaging/inbox/schema';
import type { Saved } from './saved-panel';

interface Props {
  opened: boolean;
  /** null: a new one. */
  reply: Saved | null;
  onClose: () => void;
}

export function SavedDrawer({ opened, reply, onClose }: Props) {
  const t = useTranslations('inbox.setup.saved');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t(reply === null ? 'new' : 'edit')}>
      <SavedForm reply={reply} onDone={onClose} />
    </FormDrawer>
  );
}

function SavedForm({ reply, onDone }: { reply: Saved | null; onDone: () => void }) {
  const t = useTranslations('inbox.setup.saved');
  const trpc = useTRPC();
  const create = useMutation(trpc.inbox.createSavedReply.mutationOptions());
  const update = useMutation(trpc.inbox.updateSavedReply.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: createSavedReplyInput,
    initialValues: { name: reply?.name ?? '', shortcut: reply?.shortcut ?? '', text: reply?.text ?? '' },
    toInput: ({ name, shortcut, text }) => ({ name: name.trim(), shortcut: shortcut.trim().replace(/^\//, ''), text }),
    codes: { NAME_TAKEN: { field: 'name', words: t('taken') } },
    editing: {
      kind: 'saved-reply',
      record: null,
      labels: { name: t('name'), shortcut: t('shortcut'), text: t('text') },
    },
    save: async (values) => {
      if (reply === null) await create.mutateAsync(values);
      else await update.mutateAsync({ id: reply.id, ...values });
      onDone();
    },
  });
  return (
    <DrawerForm of={state} submit={t('create')}>
      <TextInput label={t('name')} data-autofocus maxLength={120} {...form.getInputProps('name')} />
      <TextInput
        label={t('shortcut')}
        description={t('shortcutHelp')}
        maxLength={40}
        {...form.getInputProps('shortcut')}
      />
      <Textarea
        label={t('text')}
        description={t('textHelp')}
        autosize
        minRows={4}
        maxLength={4000}
        {...form.getInputProps('text')}
      />
    </DrawerForm>
  );
}
