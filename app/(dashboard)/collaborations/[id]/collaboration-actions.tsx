'use client';
import { Button, Textarea } from '@mantine/core';
import { IconBan, IconKey, IconPencil, IconPlayerPause, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Collaboration } from '@/app/(dashboard)/collaborations/creator';
import { usePassOn } from '@/app/(dashboard)/collaborations/use-pass-on';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageActions, type PageAction } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { FINAL } from '@/server/modules/creators/collaborations/vocabulary';
import { CollaborationDrawer } from './collaboration-drawer';

/** The actions that are possible with somebody in the present state. */
export function CollaborationActions({ collaboration }: { collaboration: Collaboration }) {
  const t = useTranslations('creators.people.actions');
  const trpc = useTRPC();
  const [asking, setAsking] = useState<'edit' | 'suspend' | 'end' | 'rotate' | null>(null);
  const [reason, setReason] = useState('');
  const onError = useNotifyFailure();
  const onSuccess = () => setAsking(null);
  const passOn = usePassOn();
  const andPassOn = (answer: Parameters<typeof passOn>[0]) => {
    onSuccess();
    passOn(answer);
  };
  const accept = useMutation(trpc.collaborations.accept.mutationOptions({ onError, onSuccess: passOn }));
  const decline = useMutation(trpc.collaborations.decline.mutationOptions({ onError, onSuccess: passOn }));
  const complete = useMutation(trpc.collaborations.complete.mutationOptions({ onError }));
  const reinstate = useMutation(trpc.collaborations.reinstate.mutationOptions({ onError, onSuccess: passOn }));
  const suspend = useMutation(trpc.collaborations.suspend.mutationOptions({ onSuccess: andPassOn }));
  const end = useMutation(trpc.collaborations.finish.mutationOptions({ onSuccess: andPassOn }));
  const rotate = useMutation(trpc.collaborations.rotatePortal.mutationOptions({ onSuccess }));
  const { id, status, creator } = collaboration;
  const others: PageAction[] = [
    ...(status === 'applied'
      ? [{ label: t('decline'), icon: IconX, busy: decline.isPending, onClick: () => decline.mutate({ id }) }]
      : []),
    ...(status === 'active'
      ? [{ label: t('suspend'), icon: IconPlayerPause, onClick: () => setAsking('suspend') }]
      : []),
    { label: t('edit'), icon: IconPencil, onClick: () => setAsking('edit') },
    { label: t('rotate'), icon: IconKey, onClick: () => setAsking('rotate') },
    ...(FINAL.includes(status) ? [] : [{ label: t('end'), icon: IconBan, onClick: () => setAsking('end') }]),
  ];
  return (
    <>
      <PageActions others={others}>
        {status === 'applied' && (
          <Button loading={accept.isPending} onClick={() => accept.mutate({ id })}>
            {t('accept')}
          </Button>
        )}
        {status === 'approved' && (
          <Button loading={complete.isPending} onClick={() => complete.mutate({ id })}>
            {t('complete')}
          </Button>
        )}
        {status === 'suspended' && (
          <Button loading={reinstate.isPending} onClick={() => reinstate.mutate({ id })}>
            {t('reinstate')}
          </Button>
        )}
      </PageActions>
      <CollaborationDrawer opened={asking === 'edit'} collaboration={collaboration} onClose={() => setAsking(null)} />
      <ConfirmDialog
        opened={asking === 'suspend'}
        onClose={() => setAsking(null)}
        title={t('suspendTitle', { name: creator.name })}
        confirm={t('suspend')}
        call={suspend}
        onConfirm={() => suspend.mutate({ id, reason: reason.trim() === '' ? t('noReason') : reason.trim() })}
      >
        <p>{t('suspendMessage')}</p>
        <Textarea
          label={t('reason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'end'}
        onClose={() => setAsking(null)}
        title={t('endTitle', { name: creator.name })}
        confirm={t('end')}
        destructive
        call={end}
        onConfirm={() => end.mutate({ id })}
      >
        {t('endMessage')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'rotate'}
        onClose={() => setAsking(null)}
        title={t('rotateTitle')}
        confirm={t('rotate')}
        call={rotate}
        onConfirm={() => rotate.mutate({ id })}
      >
        {t('rotateMessage')}
      </ConfirmDialog>
    </>
  );
}
