'use client';
import { Button } from '@mantine/core';
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
import { providerEntry } from '@/server/providers/catalog';
import { EditChannel } from './edit-channel';

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
        onClose={() => {
          revoke.reset();
          ask.close();
        }}
        title={t('revoke.title', { name: channel.displayName })}
        confirm={t('revoke.confirm')}
        destructive
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate({ id: channel.id })}
      >
        {t('revoke.message', { provider: providerEntry(channel.provider).label })}
      </ConfirmDialog>
    </>
  );
}
