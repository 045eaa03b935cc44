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
import { Invitations } from './invitations';
import { MemberDialog, type MemberAct } from './member-dialog';
import { MemberTable } from './member-table';
import { Partners } from './partners';

const InviteDrawer = whenOpened(async () => (await import('./invite-drawer')).InviteDrawer);

export type Member = Outputs['accounts']['members']['members'][number];

/** `invite` opens the form, so that the palette can lead to it. */
const ADDRESS = { invite: '' };

/** Who works in this workspace, and the links that bring others in. */
export function Members() {
  const t = useTranslations('settings.members');
  const { number } = useFormat();
  const trpc = useTRPC();
  const account = useArrivedAccount();
  const query = useQuery(trpc.accounts.members.queryOptions());
  const [address, setAddress] = useAddress(ADDRESS);
  const [act, setAct] = useState<MemberAct | null>(null);
  const members = query.data?.members;
  const isOwner = account?.workspace?.role === 'owner';
  return (
    <>
      <PageHead
        title={t('title')}
        {...(members && { count: number(members.length) })}
        lead={t(account?.workspace?.role === 'member' ? 'leadMember' : 'lead')}
        action={isOwner && <Button onClick={() => setAddress({ invite: '1' })}>{t('invite.action')}</Button>}
      />
      {query.isError && !members && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <TableSkeleton columns={4} rows={3} />}
      {members && account && (
        <MemberTable members={members} userId={account.user.id} isOwner={isOwner} onAct={setAct} />
      )}
      <Invitations isOwner={isOwner} />
      <Partners isOwner={isOwner} />
      <InviteDrawer opened={isOwner && address.invite === '1'} onClose={() => setAddress({ invite: '' })} />
      <MemberDialog act={act} onClose={() => setAct(null)} />
    </>
  );
}
