'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { FactorsDialog } from '@/components/factors-dialog';
import { useAccount } from '@/components/shell/use-account';
import type { Member } from './members';

interface Props {
  opened: boolean;
  member: Member;
  onClose: () => void;
}

/** Makes somebody else the owner, for password and code. */
export function TransferDialog({ opened, member: { userId, name }, onClose }: Props) {
  const t = useTranslations('settings.members.transfer');
  const workspace = useAccount()?.workspace?.name ?? '';
  const transfer = useMutation(useTRPC().accounts.transferOwnership.mutationOptions());
  return (
    <FactorsDialog
      opened={opened}
      onClose={onClose}
      title={t('title', { name, workspace })}
      confirm={t('confirm')}
      save={async (given) => {
        await transfer.mutateAsync({ userId, ...given });
        notifications.show({ message: t('done', { name }), color: 'gray' });
        onClose();
      }}
    >
      <p>{t('message', { name, workspace })}</p>
    </FactorsDialog>
  );
}
