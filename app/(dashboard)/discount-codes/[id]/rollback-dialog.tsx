'use client';
import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Redemption } from '@/app/(dashboard)/discount-codes/code';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

interface Props {
  /** Null: nothing is asked. */
  redemption: Redemption | null;
  onClose: () => void;
}

/** Asks before a use is taken back, and why. */
export function RollbackDialog({ redemption, onClose }: Props) {
  const t = useTranslations('discountCodes.redemptions');
  const [reason, setReason] = useState('');
  const rollback = useMutation(
    useTRPC().discountCodes.rollback.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'var(--ink)', message: t('rollbackDone') });
        close();
      },
    }),
  );
  const close = () => {
    rollback.reset();
    setReason('');
    onClose();
  };
  return (
    <ConfirmDialog
      opened={redemption !== null}
      onClose={close}
      title={t('rollbackTitle')}
      confirm={t('rollback')}
      destructive
      busy={rollback.isPending}
      error={rollback.error}
      onConfirm={() => {
        if (redemption === null) return;
        const why = reason.trim();
        rollback.mutate({ id: redemption.id, ...(why !== '' && { reason: why }) });
      }}
    >
      <p>{t('rollbackMessage')}</p>
      <TextInput
        label={t('rollbackReason')}
        description={t('rollbackReasonHelp')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
