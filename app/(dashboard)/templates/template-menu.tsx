'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconDots, IconSend, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SMALL_ICON } from '@/components/ui/icon';
import { problemOf } from '@/components/ui/problem';
import { useLeave } from '@/components/ui/editing/guard';
import { notifySaved } from '@/components/ui/notify-saved';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import classes from './templates.module.css';

interface Props {
  template: { id: string; name: string };
}

const NAME_MAX = 120;
/** The number of copies of one template at which the search for a free name stops. */
const TRIES = 20;

/** Send with it, duplicate it, delete it after a question. */
export function TemplateMenu({ template: { id, name } }: Props) {
  const t = useTranslations('templates');
  const notifyFailure = useNotifyFailure();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const pathname = usePathname();
  const leave = useLeave();
  const [asking, setAsking] = useState(false);

  /** The first of “Name (copy)”, “Name (copy 2)” … that is free. */
  const duplicate = async () => {
    const { description, providers, content, blocks } = await client.broadcasts.templates.get.query({ id });
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? ` (${t('copy')})` : ` (${t('copy')} ${number})`;
      try {
        return (
          await client.broadcasts.templates.create.mutate({
            name: name.slice(0, NAME_MAX - suffix.length) + suffix,
            description,
            providers,
            content,
            blocks,
          })
        ).template;
      } catch (error) {
        if (problemOf(error).code !== 'NAME_EXISTS' || number === TRIES) throw error;
      }
    }
  };
  const copying = useMutation({
    mutationFn: duplicate,
    meta: { touches: ['broadcasts'] },
    onSuccess: (made) =>
      notifySaved({ words: t('duplicated', { name }), link: { href: `/templates/${made.id}`, label: t('open') } }),
    onError: notifyFailure,
  });
  const deletion = useMutation(
    trpc.broadcasts.templates.delete.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'var(--ink)', message: t('deleted', { name }) });
        setAsking(false);
        if (pathname !== '/templates') router.push('/templates');
      },
    }),
  );
  return (
    <div className={classes.menu}>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { name })} loading={copying.isPending}>
            <IconDots {...SMALL_ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            href={`/broadcasts/new?template=${id}`}
            leftSection={<IconSend {...SMALL_ICON} />}
          >
            {t('use')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy {...SMALL_ICON} />} onClick={() => leave(() => copying.mutate())}>
            {t('duplicate')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...SMALL_ICON} />} onClick={() => setAsking(true)}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('deleteTitle', { name })}
        confirm={t('delete')}
        destructive
        call={deletion}
        onConfirm={() => deletion.mutate({ id })}
      >
        {t('deleteMessage')}
      </ConfirmDialog>
    </div>
  );
}
