'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { CatalogFields } from '@/app/(dashboard)/channels/catalog-fields';
import type { Channel } from '@/app/(dashboard)/channels/channels';
import { useTRPC } from '@/app/trpc';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { providerEntry } from '@/server/providers/catalog';
import { updateInput } from '@/server/resources/channels/schema';

/** Name and sender. The keys stay as they are: other keys are another channel. */
export function EditChannel({ channel, opened, onClose }: { channel: Channel; opened: boolean; onClose: () => void }) {
  const t = useTranslations('channels.edit');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title', { name: channel.displayName })}>
      <EditForm channel={channel} onDone={onClose} />
    </FormDrawer>
  );
}

function EditForm({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  const t = useTranslations('channels.edit');
  const tConnect = useTranslations('channels.connect');
  const trpc = useTRPC();
  const update = useMutation(trpc.channels.update.mutationOptions());
  const fields = providerEntry(channel.provider).config;
  const textOf = (key: string): string => (typeof channel.config[key] === 'string' ? channel.config[key] : '');
  const { form, formProps, failure, busy, editor } = useResourceForm({
    schema: updateInput,
    initialValues: {
      displayName: channel.displayName,
      config: Object.fromEntries(fields.map(({ key }) => [key, textOf(key)])),
    },
    // What the form does not know of config stays; what was emptied goes.
    toInput: (values) => ({
      id: channel.id,
      displayName: values.displayName,
      config: {
        ...channel.config,
        ...Object.fromEntries(Object.entries(values.config).map(([key, value]) => [key, value.trim()])),
      },
    }),
    editing: { kind: 'channel', record: channel.id },
    save: async (_input, { changes }) => {
      await update.mutateAsync({ ...changes, id: channel.id });
      notifications.show({ message: t('done'), color: 'gray' });
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack gap="lg">
        <TextInput
          label={tConnect('displayName')}
          description={tConnect('displayNameHelp')}
          maxLength={120}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('displayName')}
        />
        <CatalogFields fields={fields} path="config" getInputProps={(path) => form.getInputProps(path)} />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t('submit')}
        </Button>
      </FormActions>
    </form>
  );
}
