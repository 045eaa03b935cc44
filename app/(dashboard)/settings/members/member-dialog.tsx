'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { whenOpened } from '@/components/ui/when-opened';
import type { Member } from './members';

const RoleDialog = whenOpened(async () => (await import('./role-dialog')).RoleDialog);
const TransferDialog = whenOpened(async () => (await import('./transfer-dialog')).TransferDialog);

interface ConfirmedAct {
  kind: 'remove' | 'leave';
  member: Member;
}
export type MemberAct = ConfirmedAct | { kind: 'setRole'; member: Member } | { kind: 'transfer'; member: Member };

interface Props {
  act: MemberAct | null;
  onClose: () => void;
}

/** The actions on a member: another role, the ownership, or, once more asked, their removal or one's own leaving. */
export function MemberDialog({ act, onClose }: Props) {
  if (act?.kind === 'setRole') return <RoleDialog opened member={act.member} onClose={onClose} />;
  if (act?.kind === 'transfer') return <TransferDialog opened member={act.member} onClose={onClose} />;
  return <ConfirmAct act={act} onClose={onClose} />;
}

function ConfirmAct({ act, onClose }: { act: ConfirmedAct | null; onClose: () => void }) {
  const t = useTranslations('settings.members');
  const trpc = useTRPC();
  const workspace = useAccount()?.workspace?.name ?? '';
  const changed = (words: string) => {
    notifications.show({ message: words, color: 'gray' });
    onClose();
  };
  const remove = useMutation(trpc.accounts.removeMember.mutationOptions());
  const leave = useMutation(trpc.accounts.leave.mutationOptions({ meta: { touches: [] } }));
  const kind = act?.kind ?? 'remove';
  const name = act?.member.name ?? '';
  const call = { remove, leave }[kind];
  const confirm = () => {
    if (act === null) return;
    const { userId } = act.member;
    if (kind === 'remove') remove.mutate({ userId }, { onSuccess: () => changed(t('remove.done', { name })) });
    // Nothing of this page is theirs any more.
    else leave.mutate(undefined, { onSuccess: () => window.location.assign('/') });
  };
  return (
    <ConfirmDialog
      opened={act !== null}
      onClose={onClose}
      title={t(`${kind}.title`, { name, workspace })}
      confirm={t(`${kind}.confirm`)}
      destructive
      call={call}
      onConfirm={confirm}
    >
      <p>{t(`${kind}.message`, { name, workspace })}</p>
    </ConfirmDialog>
  );
}
