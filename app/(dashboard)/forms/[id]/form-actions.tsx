'use client';
import { notifications } from '@mantine/notifications';
import { IconExternalLink, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ROOT, type Form } from '@/app/(dashboard)/forms/form-address';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';

/** Edit; look at it, close it, delete it. */
export function FormActions({ form: { id, name, status } }: { form: Form }) {
  const t = useTranslations('forms.actions');
  const trpc = useTRPC();
  const router = useRouter();
  const onError = useNotifyFailure();
  const [isDeleting, setDeleting] = useState(false);
  const move = useMutation(
    trpc.forms.update.mutationOptions({
      onError,
      onSuccess: ({ status: now }) =>
        notifications.show({ color: 'gray', message: t(now === 'closed' ? 'closed' : 'reopened', { name }) }),
    }),
  );
  const remove = useMutation(
    trpc.forms.delete.mutationOptions({
      onSuccess: () => router.push(ROOT),
    }),
  );
  const isOpen = status === 'live';
  return (
    <>
      <PageActions
        others={[
          ...(isOpen ? [{ label: t('open'), icon: IconExternalLink, href: `/f/${id}`, outside: true }] : []),
          {
            label: t(isOpen ? 'close' : 'reopen'),
            icon: isOpen ? IconLock : IconLockOpen,
            busy: move.isPending,
            onClick: () => move.mutate({ id, status: isOpen ? 'closed' : 'live' }),
          },
          { label: t('delete'), icon: IconTrash, onClick: () => setDeleting(true) },
        ]}
      >
        <LinkButton href={`${ROOT}/${id}/edit`}>{t('edit')}</LinkButton>
      </PageActions>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title={t('deleteTitle', { name })}
        confirm={t('delete')}
        destructive
        busy={remove.isPending || remove.isSuccess}
        error={remove.error}
        onConfirm={() => remove.mutate({ id })}
      >
        {t('deleteMessage')}
      </ConfirmDialog>
    </>
  );
}
