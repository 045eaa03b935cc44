'use client';
import { Button } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { permits, ROLES } from '@/server/platform/access/roles';
import { MemberDialog, type MemberAct } from './member-dialog';
import { MemberTable } from './member-table';
import classes from './members.module.css';
import { notifications } from '@mantine/notifications';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Status } from '@/components/ui/status';

type Invitation = Outputs['accounts']['invitations']['invitations'][number];

/** Links that nobody has used yet. Nothing is shown when there is none. */
function Invitations() {
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

type Partner = Outputs['admin']['linkedPartners']['partners'][number];

/** Platforms that work for this shop. Nothing is shown where there is none, as in most shops. */
function Partners({ isOwner }: { isOwner: boolean }) {
  const t = useTranslations('settings.members.partners');
  const columns = useTranslations('settings.members.columns');
  const query = useQuery(useTRPC().admin.linkedPartners.queryOptions());
  const [leaving, setLeaving] = useState<Partner | null>(null);
  const partners = query.data?.partners ?? [];
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (partners.length === 0) return null;
  const shown: Column<Partner>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      cell: ({ name, identifier, contactEmail }) => (
        <span className={classes.person}>
          <span className={classes.partner}>{name}</span>
          <small>{contactEmail ?? identifier}</small>
        </span>
      ),
    },
    {
      key: 'state',
      card: 'state',
      width: 14,
      head: t('state'),
      cell: ({ status }) =>
        status === 'active' ? <Status kind="on">{t('active')}</Status> : <Status kind="off">{t('suspended')}</Status>,
    },
    {
      key: 'made',
      width: 12,
      head: t('made'),
      cell: ({ keys, endpoints, shops, channels }) => t('madeOf', { keys, endpoints, shops, channels }),
    },
    { key: 'since', width: 10, head: t('since'), cell: ({ linkedAt }) => <RelativeTime value={linkedAt} /> },
    {
      key: 'actions',
      head: columns('actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      width: 9,
      cell: (row) =>
        isOwner && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('unlink.label', { name: row.name })}
            onClick={() => setLeaving(row)}
          >
            {t('unlink.action')}
          </Button>
        ),
    },
  ];
  return (
    <section className={classes.more} aria-labelledby="partners">
      <h2 id="partners">{t('title')}</h2>
      <p className={classes.lead}>{t('lead')}</p>
      <DataTable label={t('title')} columns={shown} rows={partners} rowKey={(row) => row.id} />
      <UnlinkDialog partner={leaving} onClose={() => setLeaving(null)} />
    </section>
  );
}

function UnlinkDialog({ partner, onClose }: { partner: Partner | null; onClose: () => void }) {
  const t = useTranslations('settings.members.partners.unlink');
  const name = partner?.name ?? '';
  const part = useMutation(
    useTRPC().admin.partWith.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('done', { name }), color: 'gray' });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={partner !== null}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('confirm')}
      destructive
      call={part}
      onConfirm={() => partner && part.mutate({ id: partner.id })}
    >
      <p>{t(partner?.linkMode ?? 'linked', { name })}</p>
    </ConfirmDialog>
  );
}

/** The permissions of each role. */
function Roles() {
  const t = useTranslations('settings.members');
  return (
    <section aria-labelledby="roles" className={classes.roles}>
      <h2 id="roles">{t('rolesTitle')}</h2>
      <dl>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{t(`roles.${role}`)}</dt>
            <dd>{t(`may.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const InviteDrawer = whenOpened(async () => (await import('./invite-drawer')).InviteDrawer);

export type Member = Outputs['accounts']['members']['members'][number];

/** `invite` opens the form, so that the palette can lead to it. */
const ADDRESS = { invite: '' };

/** The people who work in this workspace, and the links that bring others in. */
export function Members() {
  const t = useTranslations('settings.members');
  const { number } = useFormat();
  const trpc = useTRPC();
  const account = useArrivedAccount();
  const query = useQuery(trpc.accounts.members.queryOptions());
  const [address, setAddress] = useAddress(ADDRESS);
  const [act, setAct] = useState<MemberAct | null>(null);
  const members = query.data?.members;
  const role = account?.workspace?.role;
  const isManager = role !== undefined && permits(role, 'manage');
  return (
    <>
      <PageHead
        title={t('title')}
        {...(members && { count: number(members.length) })}
        lead={isManager ? t('lead') : t('leadMember')}
        action={isManager && <Button onClick={() => setAddress({ invite: '1' })}>{t('invite.action')}</Button>}
      />
      {query.isError && !members && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <TableSkeleton columns={4} rows={3} />}
      {members && account && role && (
        <MemberTable members={members} userId={account.user.id} role={role} onAct={setAct} />
      )}
      {isManager && (
        <>
          <Invitations />
          <Partners isOwner={role === 'owner'} />
        </>
      )}
      <Roles />
      <InviteDrawer opened={isManager && address.invite === '1'} onClose={() => setAddress({ invite: '' })} />
      <MemberDialog act={act} onClose={() => setAct(null)} />
    </>
  );
}
