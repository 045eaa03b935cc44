'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { GivenRole } from '@/server/platform/access/roles';
import type { Member } from './members';
import { RoleChoice } from './role-choice';

interface Props {
  opened: boolean;
  member: Member;
  onClose: () => void;
}

/** Gives somebody another role. */
export function RoleDialog({ opened, member, onClose }: Props) {
  const t = useTranslations('settings.members');
  const { name } = member;
  const [role, setRole] = useState<GivenRole>(member.role === 'owner' ? 'admin' : member.role);
  const change = useMutation(
    useTRPC().accounts.setRole.mutationOptions({
      onSuccess() {
        notifications.show({ message: t('setRole.done', { name, role: t(`roles.${role}`) }), color: 'gray' });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('setRole.title', { name })}
      confirm={t('setRole.confirm')}
      call={change}
      onConfirm={() => (role === member.role ? onClose() : change.mutate({ userId: member.userId, role }))}
    >
      <RoleChoice value={role} onChange={setRole} />
    </ConfirmDialog>
  );
}
