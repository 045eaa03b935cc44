'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Status } from '@/components/ui/status';
import classes from './members.module.css';

type Invitation = Outputs['accounts']['invitations']['invitations'][number];

/** Links that nobody has used yet. Nothing is shown when there is none. */
export function Invitations() {
  const t = useTranslations('settings.members');
  const trpc = useTRPC();
  const query = useQuery(trpc.accounts.invitations.queryOptions());
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const invitations = query.data?.invitations ?? [];
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (invitations.length === 0) return null;
  const columns: Column<Invitation>[] = [
    {
      key: 'for',
      head: t('invitations.for'),
      card: 'title',
      cell: (row) =>
        row.email === null ? <span className={classes.anybody}>{t('invitations.anybody')}</span> : row.email,
    },
    {
      key: 'state',
      card: 'state',
      width: 14,
      head: t('invitations.state'),
      cell: (row) =>
        row.isExpired ? (
          <Status kind="off">{t('invitations.expired')}</Status>
        ) : (
          <Status kind="waiting">
            <span>{t.rich('invitations.open', { when: () => <RelativeTime value={row.expiresAt} inSentence /> })}</span>
          </Status>
        ),
    },
    { key: 'role', width: 9, head: t('columns.role'), cell: (row) => t(`roles.${row.role}`) },
    { key: 'by', width: 10, head: t('invitations.by'), cell: (row) => row.invitedBy ?? t('invitations.somebody') },
    { key: 'made', width: 10, head: t('invitations.made'), cell: (row) => <RelativeTime value={row.createdAt} /> },
    {
      key: 'actions',
      head: t('columns.actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      width: 9,
      cell: (row) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('revoke.label', { name: row.email ?? t('invitations.anybody') })}
          onClick={() => setRevoking(row)}
        >
          {t('revoke.action')}
        </Button>
      ),
    },
  ];
  return (
    <section className={classes.more} aria-labelledby="invitations">
      <h2 id="invitations">{t('invitations.title')}</h2>
      <DataTable
        label={t('invitations.title')}
        columns={columns}
        rows={invitations}
        rowKey={(row) => row.id}
        isDimmed={(row) => row.isExpired}
      />
      <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />
    </section>
  );
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation | null; onClose: () => void }) {
  const t = useTranslations('settings.members');
  const trpc = useTRPC();
  const revoke = useMutation(
    trpc.accounts.revokeInvitation.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('revoke.done'), color: 'gray' });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={invitation !== null}
      onClose={onClose}
      title={t('revoke.title')}
      confirm={t('revoke.confirm')}
      destructive
      call={revoke}
      onConfirm={() => invitation && revoke.mutate({ id: invitation.id })}
    >
      <p>{t('revoke.message')}</p>
    </ConfirmDialog>
  );
}
