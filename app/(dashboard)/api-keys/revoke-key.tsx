'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { useClock } from '@/components/ui/use-clock';
import type { ApiKey } from './api-keys';

/** Asks, naming the key and when it was last used, then revokes it for good. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const t = useTranslations('apiKeys.revoke');
  const format = useFormat();
  const now = useClock();
  const trpc = useTRPC();
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('done', { name: apiKey?.name ?? '' }), color: 'gray' });
        close();
      },
    }),
  );
  const close = () => {
    revoke.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={apiKey !== null}
      onClose={close}
      title={t('title', { name: apiKey?.name ?? '' })}
      confirm={t('confirm')}
      destructive
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => apiKey && revoke.mutate({ id: apiKey.id })}
    >
      <p>{t('message', { keyId: apiKey?.keyId ?? '' })}</p>
      <p>
        {apiKey?.lastUsedAt
          ? t('lastUsed', { when: format.relative(apiKey.lastUsedAt, new Date(now)) })
          : t('neverUsed')}
      </p>
    </ConfirmDialog>
  );
}
