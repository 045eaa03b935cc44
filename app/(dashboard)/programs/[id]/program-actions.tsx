'use client';
import { Button } from '@mantine/core';
import { IconArchive, IconPencil, IconPlayerPause } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Program } from '@/app/(dashboard)/collaborations/creator';
import { missingOf } from '@/app/(dashboard)/collaborations/missing-of';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageActions } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { whenOpened } from '@/components/ui/when-opened';

const ProgramDrawer = whenOpened(async () => (await import('@/app/(dashboard)/programs/program-drawer')).ProgramDrawer);
const InviteDrawer = whenOpened(
  async () => (await import('@/app/(dashboard)/collaborations/invite-drawer')).InviteDrawer,
);

/** What running asks for. */
const NEEDED = ['landingUrl', 'commission'] as const;

/** Let it run, invite; edit, pause, archive. */
export function ProgramActions({ program }: { program: Program }) {
  const t = useTranslations('creators.programs.actions');
  const trpc = useTRPC();
  const [open, setOpen] = useState<'edit' | 'invite' | 'archive' | null>(null);
  const onError = useNotifyFailure();
  const tForm = useTranslations('creators.programs.form');
  const activate = useMutation(
    trpc.programs.activate.mutationOptions({
      onError: (error) => {
        const missing = missingOf(error, NEEDED);
        if (missing === null) return onError(error);
        const fields = missing.map((field) => tForm(field === 'commission' ? 'type' : field));
        notifications.show({ color: 'red', message: t('incomplete', { fields: fields.join(', ') }) });
        setOpen('edit');
      },
    }),
  );
  const pause = useMutation(trpc.programs.pause.mutationOptions({ onError }));
  const archive = useMutation(trpc.programs.archive.mutationOptions({ onSuccess: () => setOpen(null) }));
  const { id, status } = program;
  if (status === 'archived') return null;
  return (
    <>
      <PageActions
        others={[
          { label: t('edit'), icon: IconPencil, onClick: () => setOpen('edit') },
          ...(status === 'live'
            ? [{ label: t('pause'), icon: IconPlayerPause, busy: pause.isPending, onClick: () => pause.mutate({ id }) }]
            : []),
          { label: t('archive'), icon: IconArchive, onClick: () => setOpen('archive') },
        ]}
      >
        {status === 'live' ? (
          <Button onClick={() => setOpen('invite')}>{t('invite')}</Button>
        ) : (
          <Button loading={activate.isPending} onClick={() => activate.mutate({ id })}>
            {t('activate')}
          </Button>
        )}
      </PageActions>
      <ProgramDrawer opened={open === 'edit'} program={program} onClose={() => setOpen(null)} />
      <InviteDrawer opened={open === 'invite'} of={{ programId: id }} onClose={() => setOpen(null)} />
      <ConfirmDialog
        opened={open === 'archive'}
        onClose={() => setOpen(null)}
        title={t('archiveTitle', { name: program.name })}
        confirm={t('archive')}
        destructive
        busy={archive.isPending}
        error={archive.error}
        onConfirm={() => archive.mutate({ id })}
      >
        {t('archiveMessage')}
      </ConfirmDialog>
    </>
  );
}
