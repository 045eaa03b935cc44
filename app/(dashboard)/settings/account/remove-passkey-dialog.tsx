'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { FactorsDialog } from '@/components/factors-dialog';
import { problemOf } from '@/components/ui/problem';

interface Props {
  opened: boolean;
  onClose: () => void;
  passkey: { key: string; name: string } | null;
}

/** Removes a passkey, for password and code. */
export function RemovePasskeyDialog({ opened, onClose, passkey }: Props) {
  const t = useTranslations('settings.account.passkeys.remove');
  const remove = useMutation(useTRPC().accounts.removePasskey.mutationOptions());
  return (
    <FactorsDialog
      opened={opened}
      onClose={onClose}
      title={t('title', { name: passkey?.name ?? '' })}
      confirm={t('action')}
      destructive
      save={async (given) => {
        if (passkey === null) return;
        await remove.mutateAsync({ key: passkey.key, ...given }).catch((error: unknown) => {
          // Removed elsewhere meanwhile.
          if (problemOf(error).code !== 'NOT_FOUND') throw error;
        });
        notifications.show({ message: t('done'), color: 'gray' });
        onClose();
      }}
    >
      <p>{t('message')}</p>
    </FactorsDialog>
  );
}
