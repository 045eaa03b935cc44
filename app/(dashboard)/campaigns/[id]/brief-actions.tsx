'use client';
import { Button } from '@mantine/core';
import { IconArchive, IconCheck, IconLock, IconPencil } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Brief } from '@/app/(dashboard)/collaborations/creator';
import { InviteOrArchive } from '@/app/(dashboard)/collaborations/invite-or-archive';
import { missingOf } from '@/app/(dashboard)/collaborations/missing-of';
import { useTRPC } from '@/app/trpc';
import { PageActions } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { whenOpened } from '@/components/ui/when-opened';

const BriefDrawer = whenOpened(async () => (await import('@/app/(dashboard)/campaigns/brief-drawer')).BriefDrawer);

/** The fields that publishing needs, under the names of the form. */
const NEEDED = ['brief', 'deliverables', 'compensation', 'applyBy', 'contentDueAt'] as const;

/** Publish, invite; edit, close, complete, archive. */
export function BriefActions({ brief }: { brief: Brief }) {
  const t = useTranslations('creators.briefs.actions');
  const trpc = useTRPC();
  const [open, setOpen] = useState<'edit' | 'invite' | 'archive' | null>(null);
  const onError = useNotifyFailure();
  const tForm = useTranslations('creators.briefs.form');
  const publish = useMutation(
    trpc.campaigns.publish.mutationOptions({
      onError: (error) => {
        const missing = missingOf(error, NEEDED);
        if (missing === null) return onError(error);
        notifications.show({
          color: 'red',
          message: t('incomplete', { fields: missing.map((field) => tForm(field)).join(', ') }),
        });
        setOpen('edit');
      },
    }),
  );
  const close = useMutation(trpc.campaigns.close.mutationOptions({ onError }));
  const complete = useMutation(trpc.campaigns.complete.mutationOptions({ onError }));
  const archive = useMutation(trpc.campaigns.archive.mutationOptions({ onSuccess: () => setOpen(null) }));
  const { id, status } = brief;
  if (status === 'archived') return null;
  const isOver = status === 'completed';
  return (
    <>
      <PageActions
        others={[
          ...(isOver ? [] : [{ label: t('edit'), icon: IconPencil, onClick: () => setOpen('edit') }]),
          ...(status === 'open'
            ? [{ label: t('close'), icon: IconLock, busy: close.isPending, onClick: () => close.mutate({ id }) }]
            : []),
          ...(status === 'open' || status === 'closed'
            ? [
                {
                  label: t('complete'),
                  icon: IconCheck,
                  busy: complete.isPending,
                  onClick: () => complete.mutate({ id }),
                },
              ]
            : []),
          { label: t('archive'), icon: IconArchive, onClick: () => setOpen('archive') },
        ]}
      >
        {status === 'open' && brief.takesNobody === undefined && (
          <Button onClick={() => setOpen('invite')}>{t('invite')}</Button>
        )}
        {(status === 'draft' || status === 'closed') && (
          <Button loading={publish.isPending} onClick={() => publish.mutate({ id })}>
            {t('publish')}
          </Button>
        )}
      </PageActions>
      <BriefDrawer opened={open === 'edit'} brief={brief} onClose={() => setOpen(null)} />
      <InviteOrArchive
        opened={open}
        of={{ campaignId: id }}
        archive={{
          title: t('archiveTitle', { name: brief.title }),
          confirm: t('archive'),
          message: t('archiveMessage'),
          call: archive,
          onConfirm: () => archive.mutate({ id }),
        }}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
