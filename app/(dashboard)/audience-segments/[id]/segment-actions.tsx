'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff, IconDots, IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { Segment } from '@/app/(dashboard)/audience-segments/segment';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ICON, SMALL_ICON } from '@/components/ui/icon';

/** Edit, archive after a question, bring back. */
export function SegmentActions({ segment }: { segment: Segment }) {
  const t = useTranslations('audienceSegments.actions');
  const trpc = useTRPC();
  const [asking, dialog] = useDisclosure();
  const change = useMutation(
    trpc.audienceSegments.update.mutationOptions({
      onSuccess: ({ status, name }) => {
        dialog.close();
        notifications.show({ color: 'gray', message: t(status === 'archived' ? 'archived' : 'restored', { name }) });
      },
    }),
  );
  const isArchived = segment.status === 'archived';
  const close = () => {
    change.reset();
    dialog.close();
  };
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('more')}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            href={`/audience-segments/${segment.id}/edit`}
            leftSection={<IconPencil {...SMALL_ICON} />}
          >
            {t('edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={isArchived ? <IconArchiveOff {...SMALL_ICON} /> : <IconArchive {...SMALL_ICON} />}
            onClick={dialog.open}
          >
            {t(isArchived ? 'restore' : 'archive')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={t(isArchived ? 'restoreTitle' : 'archiveTitle', { name: segment.name })}
        confirm={t(isArchived ? 'restore' : 'archive')}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ id: segment.id, status: isArchived ? 'active' : 'archived' })}
      >
        {t(isArchived ? 'restoreMessage' : 'archiveMessage')}
      </ConfirmDialog>
    </>
  );
}
