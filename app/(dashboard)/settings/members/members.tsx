'use client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { Invitations } from './invitations';
import { MemberDialog, type MemberAct } from './member-dialog';
import { MemberTable } from './member-table';
import { Partners } from './partners';
import classes from './members.module.css';

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
