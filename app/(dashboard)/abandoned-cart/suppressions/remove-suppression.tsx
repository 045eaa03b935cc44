'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Suppression } from '@/app/(dashboard)/abandoned-cart/reminder';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** Asks, saying what it means, then lets the buyer be reminded again. */
export function RemoveSuppression({ suppression, onClose }: { suppression: Suppression | null; onClose: () => void }) {
  const t = useTranslations('abandonedCart.suppressions');
  const trpc = useTRPC();
  const email = suppression?.email ?? '';
  const remove = useMutation(
    trpc.abandonedCart.removeSuppression.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'gray', message: t('removed', { email }) });
        close();
      },
    }),
  );
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={suppression !== null}
      onClose={close}
      title={t('removeTitle', { email })}
      confirm={t('remove')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => suppression && remove.mutate({ email })}
    >
      <p>{t('removeMessage')}</p>
    </ConfirmDialog>
  );
}
