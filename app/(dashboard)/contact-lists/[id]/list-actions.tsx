'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { whenOpened } from '@/components/ui/when-opened';
import type { ListWithMembers } from './list-detail';

const ListDrawer = whenOpened(async () => (await import('@/app/(dashboard)/contact-lists/list-drawer')).ListDrawer);

/** Rename, or delete after a question that says that the people stay. */
export function ListActions({ list }: { list: ListWithMembers }) {
  const t = useTranslations('contactLists.actions');
  const trpc = useTRPC();
  const router = useRouter();
  const [editing, drawer] = useDisclosure();
  const [asking, dialog] = useDisclosure();
  const remove = useMutation(
    trpc.contactLists.delete.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'gray', message: t('deleted', { name: list.name }) });
        router.push('/contact-lists');
      },
    }),
  );
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('more')}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...SMALL_ICON} />} onClick={drawer.open}>
            {t('rename')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash {...SMALL_ICON} />} color="red" onClick={dialog.open}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ListDrawer opened={editing} list={list} onClose={drawer.close} />
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          remove.reset();
          dialog.close();
        }}
        title={t('deleteTitle', { name: list.name })}
        confirm={t('delete')}
        destructive
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ id: list.id })}
      >
        {t('deleteMessage', { count: list.memberCount })}
      </ConfirmDialog>
    </>
  );
}
