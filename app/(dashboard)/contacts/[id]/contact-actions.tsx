'use client';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { IconDots, IconDownload, IconListDetails, IconMailOff, IconUserX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { AddToList } from '@/app/(dashboard)/contacts/add-to-list';
import { nameOf, stateOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { download } from '@/components/csv/write';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { whenOpened } from '@/components/ui/when-opened';
import { ADDRESS_FAMILIES } from '@/server/resources/contacts/vocabulary';
import { EraseContact } from './erase-contact';
import classes from './contact-detail.module.css';

const ContactDrawer = whenOpened(async () => (await import('@/app/(dashboard)/contacts/contact-drawer')).ContactDrawer);

/** Edit; and behind the dots: add to a list, hand the person what is held of them, unsubscribe and erase after a question. */
export function ContactActions({ contact }: { contact: Contact }) {
  const t = useTranslations('contacts.detail');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [editing, drawer] = useDisclosure();
  const [adding, list] = useDisclosure();
  const [asking, dialog] = useDisclosure();
  const [erasing, erase] = useDisclosure();
  const save = useMutation({
    mutationFn: async () => {
      const held = await client.contacts.export.query({ id: contact.id });
      download(
        new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' }),
        `${t('exportFile')}-${contact.id}.json`,
      );
    },
    onError: () => notifications.show({ color: 'red', message: t('exportFailed') }),
  });
  const unsubscribe = useMutation(
    trpc.contacts.unsubscribe.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'gray', message: t('unsubscribed', { name: nameOf(contact) }) });
        dialog.close();
      },
    }),
  );
  const isOut = ADDRESS_FAMILIES.every((family) => stateOf(contact.subscriptions, family) === 'unsubscribed');
  return (
    <div className={classes.actions}>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('more')}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconListDetails {...SMALL_ICON} />} onClick={list.open}>
            {t('addToList')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload {...SMALL_ICON} />}
            disabled={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('export')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconMailOff {...SMALL_ICON} />} color="red" disabled={isOut} onClick={dialog.open}>
            {t('unsubscribe')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUserX {...SMALL_ICON} />} color="red" onClick={erase.open}>
            {t('erase')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button onClick={drawer.open}>{t('edit')}</Button>
      <ContactDrawer opened={editing} contact={contact} onClose={drawer.close} />
      <AddToList opened={adding} people={{ ids: [contact.id] }} onClose={list.close} onAdded={list.close} />
      <EraseContact contact={contact} opened={erasing} onClose={erase.close} />
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          unsubscribe.reset();
          dialog.close();
        }}
        title={t('unsubscribeTitle', { name: nameOf(contact) })}
        confirm={t('unsubscribe')}
        destructive
        busy={unsubscribe.isPending}
        error={unsubscribe.error}
        onConfirm={() => unsubscribe.mutate({ id: contact.id })}
      >
        {t('unsubscribeMessage')}
      </ConfirmDialog>
    </div>
  );
}
