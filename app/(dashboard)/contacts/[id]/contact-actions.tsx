'use client';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconListDetails, IconMailOff, IconUserX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { AddToList } from '@/app/(dashboard)/contacts/add-to-list';
import { nameOf, stateOf, type Contact } from '@/app/(dashboard)/contacts/contact';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { download } from '@/components/csv/write';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SMALL_ICON } from '@/components/ui/icon';
import { whenOpened } from '@/components/ui/when-opened';
import { MoreMenu } from '@/components/ui/more-menu';
import { ADDRESS_FAMILIES } from '@/server/modules/audience/contacts/vocabulary';
import classes from './contact-detail.module.css';
import { useRouter } from 'next/navigation';

const GOES = ['contact', 'messages', 'carts', 'rest'] as const;
const STAYS = ['figures', 'optOut', 'purchases'] as const;

/** Asks before a person is erased, and says what goes and what stays. Afterwards there is nothing to show here. */
function EraseContact({ contact, opened, onClose }: { contact: Contact; opened: boolean; onClose: () => void }) {
  const t = useTranslations('contacts.erase');
  const trpc = useTRPC();
  const router = useRouter();
  const erase = useMutation(
    trpc.contacts.erase.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'gray', message: t('done', { name: nameOf(contact) }) });
        router.push('/contacts');
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('title', { name: nameOf(contact) })}
      confirm={t('confirm')}
      destructive
      call={{ ...erase, isPending: erase.isPending || erase.isSuccess }}
      onConfirm={() => erase.mutate({ id: contact.id })}
    >
      <div className={classes.erase}>
        <p>{t('message')}</p>
        <h3>{t('goes.title')}</h3>
        <ul>
          {GOES.map((part) => (
            <li key={part}>{t(`goes.${part}`)}</li>
          ))}
        </ul>
        <h3>{t('stays.title')}</h3>
        <ul>
          {STAYS.map((part) => (
            <li key={part}>{t(`stays.${part}`)}</li>
          ))}
        </ul>
      </div>
    </ConfirmDialog>
  );
}

const ContactDrawer = whenOpened(async () => (await import('@/app/(dashboard)/contacts/contact-drawer')).ContactDrawer);

/**
 * Edit; and behind the dots: add to a list, hand the person what is held of them, unsubscribe and erase after a
 * question.
 */
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
      <MoreMenu label={t('more')} width={220}>
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
      </MoreMenu>
      <Button onClick={drawer.open}>{t('edit')}</Button>
      <ContactDrawer opened={editing} contact={contact} onClose={drawer.close} />
      <AddToList opened={adding} people={{ ids: [contact.id] }} onClose={list.close} onAdded={list.close} />
      <EraseContact contact={contact} opened={erasing} onClose={erase.close} />
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={t('unsubscribeTitle', { name: nameOf(contact) })}
        confirm={t('unsubscribe')}
        destructive
        call={unsubscribe}
        onConfirm={() => unsubscribe.mutate({ id: contact.id })}
      >
        {t('unsubscribeMessage')}
      </ConfirmDialog>
    </div>
  );
}
