'use client';
import { Anchor, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC } from '@/app/trpc';
import classes from '@/app/(auth)/auth.module.css';
import { WorkspaceMark } from '@/components/shell/workspace-mark';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';
import { JoinAsNew } from './join-as-new';
import { JoinSignedIn } from './join-signed-in';

/** The link's parts: `mailed` shows which mailbox it went to, and is empty where it was handed over. */
export interface InvitationLink {
  token: string;
  mailed: string;
}

/** Behind the link of an invitation: the workspace, and the way in that fits; or why there is none. */
export function Invitation({ link, signedInAs }: { link: InvitationLink; signedInAs: string | null }) {
  const { token } = link;
  const t = useTranslations('auth.invitation');
  const trpc = useTRPC();
  const query = useQuery(
    trpc.accounts.openInvitation.queryOptions({ token }, { retry: false, refetchOnWindowFocus: false }),
  );
  const isUnknown = problemOf(query.error).code === 'NOT_FOUND';
  if (query.isPending) return <Skeleton height={280} />;
  if (query.isError && !isUnknown)
    return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  const invitation = query.data;
  const state = invitation?.state ?? 'unknown';
  if (invitation === undefined || state !== 'open') {
    return (
      <>
        <Title order={1}>{t('overTitle')}</Title>
        <p className={classes.lead}>{t(`states.${state === 'open' ? 'unknown' : state}`)}</p>
        <p className={classes.other}>
          <Anchor component={Link} href="/">
            {t(signedInAs === null ? 'signIn' : 'home')}
          </Anchor>
        </p>
      </>
    );
  }
  const { workspace, invitedBy, role } = invitation;
  const onOver = () => void query.refetch();
  return (
    <>
      <Title order={1}>{t('heading', { workspace: workspace.name })}</Title>
      <div className={classes.workspace}>
        <WorkspaceMark name={workspace.name} logoUrl={workspace.logoUrl} size="lg" />
        <div>
          <strong>{workspace.name}</strong>
          <small>{invitedBy === null ? t('invited') : t('invitedBy', { name: invitedBy })}</small>
          <small>{t(`joinAs.${role}`)}</small>
        </div>
      </div>
      {signedInAs === null ? (
        <JoinAsNew link={link} email={invitation.email} onOver={onOver} />
      ) : (
        <JoinSignedIn link={link} email={signedInAs} workspace={workspace.name} onOver={onOver} />
      )}
    </>
  );
}
