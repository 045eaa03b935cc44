'use client';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { whenOpened } from '@/components/ui/when-opened';
import type { ComponentProps } from 'react';

const InviteDrawer = whenOpened(async () => (await import('./invite-drawer')).InviteDrawer);

interface Props {
  opened: 'invite' | 'archive' | 'edit' | null;
  /** Into which somebody is invited. */
  of: ComponentProps<typeof InviteDrawer>['of'];
  archive: Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'confirm' | 'call' | 'onConfirm'> & { message: string };
  onClose: () => void;
}

/** Somebody is invited into a brief or a program, or it is archived after a question. */
export function InviteOrArchive({ opened, of, archive: { message, ...archive }, onClose }: Props) {
  return (
    <>
      <InviteDrawer opened={opened === 'invite'} of={of} onClose={onClose} />
      <ConfirmDialog opened={opened === 'archive'} onClose={onClose} destructive {...archive}>
        {message}
      </ConfirmDialog>
    </>
  );
}
