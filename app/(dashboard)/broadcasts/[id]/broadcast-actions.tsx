'use client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconPencil, IconPlayerStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { figuresOf, isEditable, type Broadcast } from '@/app/(dashboard)/broadcasts/broadcast';
import { copyOf } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions, type PageAction } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';

/** Edit, cancel, send the rest, or make another one of it: whatever its state allows. */
export function BroadcastActions({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations('broadcasts.actions');
  const notifyFailure = useNotifyFailure();
  const trpc = useTRPC();
  const router = useRouter();
  const [canceling, cancelDialog] = useDisclosure();
  const [resuming, resumeDialog] = useDisclosure();
  const cancel = useMutation(
    trpc.broadcasts.cancel.mutationOptions({
      onSuccess: ({ skipped }) => {
        notifications.show({ message: t('canceled', { count: skipped }), color: 'gray' });
        cancelDialog.close();
      },
    }),
  );
  const send = useMutation(
    trpc.broadcasts.send.mutationOptions({
      onSuccess: ({ queued }) => {
        notifications.show({ message: t('queued', { count: queued }), color: 'gray' });
        resumeDialog.close();
      },
    }),
  );
  const copy = useMutation(
    trpc.broadcasts.create.mutationOptions({
      onSuccess: ({ id }) => router.push(`/broadcasts/${id}/edit`),
      onError: notifyFailure,
    }),
  );
  const { waiting, skipped } = figuresOf(broadcast.statusCounts);
  const duplicate = () =>
    copy.mutate({
      ...copyOf(broadcast),
      name: t('copyOf', { name: broadcast.name }).slice(0, 120),
      description: broadcast.description,
    });
  const cancelable = broadcast.status === 'scheduled' || (broadcast.status === 'sending' && waiting > 0);
  const resumable = broadcast.status === 'paused' && broadcast.startedAt !== null;
  const editPath = `/broadcasts/${broadcast.id}/edit`;
  const primary = resumable ? (
    <Button onClick={resumeDialog.open}>{t('resume')}</Button>
  ) : (
    isEditable(broadcast) && <LinkButton href={editPath}>{t('edit')}</LinkButton>
  );
  const others: PageAction[] = [
    { label: t('duplicate'), icon: IconCopy, onClick: duplicate, busy: copy.isPending },
    ...(cancelable ? [{ label: t('cancel'), icon: IconPlayerStop, onClick: cancelDialog.open }] : []),
    ...(resumable && isEditable(broadcast) ? [{ label: t('edit'), icon: IconPencil, href: editPath }] : []),
  ];
  return (
    <>
      <PageActions others={others}>{primary}</PageActions>
      <ConfirmDialog
        opened={canceling}
        onClose={cancelDialog.close}
        title={t('cancelTitle', { name: broadcast.name })}
        confirm={t('cancel')}
        cancel={t('keep')}
        destructive
        call={cancel}
        onConfirm={() => cancel.mutate({ id: broadcast.id })}
      >
        {broadcast.status === 'scheduled' ? t('cancelScheduled') : t('cancelMessage', { count: waiting })}
      </ConfirmDialog>
      <ConfirmDialog
        opened={resuming}
        onClose={resumeDialog.close}
        title={t('resumeTitle', { name: broadcast.name })}
        confirm={t('resume')}
        call={send}
        onConfirm={() => send.mutate({ id: broadcast.id })}
      >
        {t('resumeMessage', { count: skipped })}
      </ConfirmDialog>
    </>
  );
}
