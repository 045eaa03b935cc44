'use client';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';

/** Edit; and archive after a question, or reactivate. */
export function CodeActions({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.detail');
  const notifyFailure = useNotifyFailure();
  const trpc = useTRPC();
  const [asking, setAsking] = useState(false);
  const say = (words: string) => {
    notifications.show({ color: 'var(--ink)', message: words });
    setAsking(false);
  };
  const archive = useMutation(
    trpc.discountCodes.archive.mutationOptions({ onSuccess: () => say(t('archived', { code: code.code })) }),
  );
  const reactivate = useMutation(
    trpc.discountCodes.update.mutationOptions({
      onSuccess: () => say(t('reactivated', { code: code.code })),
      onError: notifyFailure,
    }),
  );
  return (
    <>
      <PageActions
        others={[
          code.active
            ? { label: t('archive'), icon: IconArchive, onClick: () => setAsking(true) }
            : {
                label: t('reactivate'),
                icon: IconArchiveOff,
                busy: reactivate.isPending,
                onClick: () => reactivate.mutate({ id: code.id, active: true }),
              },
        ]}
      >
        <LinkButton href={`/discount-codes/${code.id}/edit`}>{t('edit')}</LinkButton>
      </PageActions>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          archive.reset();
          setAsking(false);
        }}
        title={t('archiveTitle', { code: code.code })}
        confirm={t('archive')}
        busy={archive.isPending}
        error={archive.error}
        onConfirm={() => archive.mutate({ id: code.id })}
      >
        {t('archiveMessage')}
      </ConfirmDialog>
    </>
  );
}
