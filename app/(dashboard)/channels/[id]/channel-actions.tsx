'use client';
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Channel } from '@/app/(dashboard)/channels/channels';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions } from '@/components/ui/page-actions';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { CatalogFields } from '@/app/(dashboard)/channels/catalog-fields';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateInput } from '@/server/modules/messaging/channels/schema';

/** Name and sender. The keys stay as they are: other keys are another channel. */
function EditChannel({ channel, opened, onClose }: { channel: Channel; opened: boolean; onClose: () => void }) {
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
  const { form, ...state } = useResourceForm({
    schema: updateInput,
    initialValues: {
      displayName: channel.displayName,
      config: Object.fromEntries(fields.map(({ key }) => [key, textOf(key)])),
    },
    // Keys of config that the form does not show stay; emptied fields are removed.
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
    <DrawerForm of={state} submit={t('submit')}>
      <TextInput
        label={tConnect('displayName')}
        description={tConnect('displayNameHelp')}
        maxLength={120}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('displayName')}
      />
      <CatalogFields fields={fields} path="config" getInputProps={(path) => form.getInputProps(path)} />
    </DrawerForm>
  );
}

/** Change its name and sender, or revoke it; a revoked one can only be connected anew. */
export function ChannelActions({ channel }: { channel: Channel }) {
  const t = useTranslations('channels');
  const trpc = useTRPC();
  const [editing, edit] = useDisclosure();
  const [asking, ask] = useDisclosure();
  const revoke = useMutation(
    trpc.channels.revoke.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('revoke.done', { name: channel.displayName }), color: 'gray' });
        ask.close();
      },
    }),
  );
  if (channel.status === 'revoked')
    return <LinkButton href={`/channels/new?provider=${channel.provider}`}>{t('revoke.again')}</LinkButton>;
  return (
    <>
      <PageActions others={[{ label: t('revoke.action'), icon: IconPlugConnectedX, onClick: ask.open }]}>
        <Button onClick={edit.open}>{t('edit.action')}</Button>
      </PageActions>
      <EditChannel channel={channel} opened={editing} onClose={edit.close} />
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={t('revoke.title', { name: channel.displayName })}
        confirm={t('revoke.confirm')}
        destructive
        call={revoke}
        onConfirm={() => revoke.mutate({ id: channel.id })}
      >
        {t('revoke.message', { provider: providerEntry(channel.provider).label })}
      </ConfirmDialog>
    </>
  );
}
