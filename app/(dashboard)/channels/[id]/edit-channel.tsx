'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CatalogFields } from '@/app/(dashboard)/channels/catalog-fields';
import type { Channel } from '@/app/(dashboard)/channels/channels';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { providerEntry } from '@/server/providers/catalog';
import { updateInput } from '@/server/resources/channels/schema';

/** Name and sender. The keys stay as they are: other keys are another channel. */
export function EditChannel({ channel, opened, onClose }: { channel: Channel; opened: boolean; onClose: () => void }) {
  const t = useTranslations('channels.edit');
  const [dirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  return (
    <FormDrawer opened={opened} onClose={close} title={t('title', { name: channel.displayName })} dirty={dirty}>
      <EditForm channel={channel} onDirty={setDirty} onDone={close} />
    </FormDrawer>
  );
}

function EditForm({
  channel,
  onDirty,
  onDone,
}: {
  channel: Channel;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}) {
  const t = useTranslations('channels.edit');
  const tConnect = useTranslations('channels.connect');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.channels.update.mutationOptions());
  const fields = providerEntry(channel.provider).config;
  const textOf = (key: string): string => (typeof channel.config[key] === 'string' ? channel.config[key] : '');
  const { form, formProps, failure, busy } = useResourceForm({
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
    onDirty,
    save: async (input) => {
      await update.mutateAsync(input);
      notifications.show({ message: t('done'), color: 'gray' });
      await queryClient.invalidateQueries(trpc.channels.pathFilter());
      onDone();
    },
  });
  return (
    <form {...formProps}>
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
        <Button variant="default" onClick={onDone}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('submit')}
        </Button>
      </FormActions>
    </form>
  );
}
