'use client';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconKey, IconPencil, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import type { Endpoint } from '@/app/(dashboard)/webhooks/endpoint';
import classes from '@/app/(dashboard)/webhooks/webhooks.module.css';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SMALL_ICON } from '@/components/ui/icon';
import { describeError } from '@/components/ui/problem';
import { whenOpened } from '@/components/ui/when-opened';
import { MoreMenu } from '@/components/ui/more-menu';

const EndpointDrawer = whenOpened(
  async () => (await import('@/app/(dashboard)/webhooks/endpoint-drawer')).EndpointDrawer,
);

const RotateDrawer = whenOpened(async () => (await import('./rotate-drawer')).RotateDrawer);
const RecoverDialog = whenOpened(async () => (await import('./recover-dialog')).RecoverDialog);

/**
 * Send a test event (where this server sends anything), edit, send again what failed, rotate the secret, delete. On a
 * phone all of them are in the menu: an address leaves no room beside it.
 */
export function EndpointActions({ endpoint, canSend }: { endpoint: Endpoint; canSend: boolean }) {
  const t = useTranslations('webhooks');
  const tErrors = useTranslations('errors');
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [editing, edit] = useDisclosure();
  const [asking, ask] = useDisclosure();
  const [rotating, rotate] = useDisclosure();
  const [recovering, recover] = useDisclosure();
  const canTest = canSend && endpoint.active;
  const test = useMutation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: () => notifications.show({ message: t('test.sent'), color: 'gray' }),
      onError: (error) => notifications.show({ message: describeError(error, tErrors, 'write').what, color: 'red' }),
    }),
  );
  const remove = useMutation(
    trpc.webhooks.remove.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('delete.done'), color: 'gray' });
        router.push('/webhooks');
        queryClient.removeQueries(trpc.webhooks.get.queryFilter({ id: endpoint.id }));
      },
    }),
  );
  return (
    <div className={classes.actions}>
      {canTest && (
        <Button
          visibleFrom="sm"
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ id: endpoint.id })}
        >
          {t('test.action')}
        </Button>
      )}
      <Button visibleFrom="sm" onClick={edit.open}>
        {t('edit')}
      </Button>
      <MoreMenu label={t('moreActions')} width={230} quiet>
        {canTest && (
          <Menu.Item
            hiddenFrom="sm"
            leftSection={<IconSend {...SMALL_ICON} />}
            disabled={test.isPending}
            onClick={() => test.mutate({ id: endpoint.id })}
          >
            {t('test.action')}
          </Menu.Item>
        )}
        <Menu.Item hiddenFrom="sm" leftSection={<IconPencil {...SMALL_ICON} />} onClick={edit.open}>
          {t('edit')}
        </Menu.Item>
        {canTest && (
          <Menu.Item leftSection={<IconRefresh {...SMALL_ICON} />} onClick={recover.open}>
            {t('recover.action')}
          </Menu.Item>
        )}
        {canSend && (
          <Menu.Item leftSection={<IconKey {...SMALL_ICON} />} onClick={rotate.open}>
            {t('rotate.action')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash {...SMALL_ICON} />} color="red" onClick={ask.open}>
          {t('delete.action')}
        </Menu.Item>
      </MoreMenu>
      <EndpointDrawer opened={editing} endpoint={endpoint} onClose={edit.close} />
      <RotateDrawer opened={rotating} endpoint={endpoint} onClose={rotate.close} />
      <RecoverDialog opened={recovering} id={endpoint.id} onClose={recover.close} />
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={t('delete.title')}
        confirm={t('delete.confirm')}
        destructive
        call={remove}
        onConfirm={() => remove.mutate({ id: endpoint.id })}
      >
        <p className={classes.createdUrl}>{endpoint.url}</p>
        {t('delete.message')}
      </ConfirmDialog>
    </div>
  );
}
