'use client';
import { Anchor, Skeleton, Title, Button, Stack } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations, useLocale } from 'next-intl';
import Link from 'next/link';
import { NewAccountFields } from '@/app/(auth)/new-account-fields';
import { useTRPC } from '@/app/trpc';
import classes from '@/app/(auth)/auth.module.css';
import { WorkspaceMark } from '@/components/shell/workspace-mark';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';
import { signOut } from 'next-auth/react';
import { enterWorkspace } from '@/components/shell/use-open-workspace';
import { ProveFirst } from '@/components/shell/prove-first';
import { signInWithPassword } from '@/components/shell/sign-in-call';
import { signInPath } from '@/components/shell/sign-in-path';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { joinInput } from '@/server/modules/account/accounts/members-schema';

/** Makes an account that is a member at once, and signs in. Who has one signs in instead and comes back here. */
function JoinAsNew({ link, email, onOver }: { link: InvitationLink; email: string | null; onOver: () => void }) {
  const t = useTranslations('auth');
  const language = useLocale();
  const trpc = useTRPC();
  const join = useMutation(trpc.accounts.joinAsNew.mutationOptions({ meta: { touches: [] } }));
  const { form, formProps, failure, busy, saved } = useResourceForm({
    schema: joinInput,
    initialValues: { name: '', email: email ?? '', password: '' },
    toInput: (values) => ({ ...values, ...link, language }),
    problems: { 'password.tooShort': t('problems.password') },
    codes: { EMAIL_TAKEN: { field: 'email', words: t('problems.emailTaken') } },
    save: async ({ email, password, ...input }) => {
      try {
        await join.mutateAsync({ email, password, ...input });
      } catch (error) {
        if (problemOf(error).code === 'BAD_STATE') onOver();
        throw error;
      }
      // The account is there by now, whatever becomes of the sign-in.
      const signedIn = await signInWithPassword({ email, password }).then(
        () => true,
        () => false,
      );
      window.location.assign(signedIn ? '/' : '/sign-in?joined=1');
    },
  });
  return (
    <>
      <form {...formProps}>
        <Stack>
          <NewAccountFields of={(field) => form.getInputProps(field)} autoFocus />
          {failure !== null && <ErrorNotice error={failure} act="write" />}
          <Button type="submit" loading={busy || saved} fullWidth mt={8}>
            {t('invitation.create')}
          </Button>
        </Stack>
      </form>
      <p className={classes.other}>
        {t('signUp.other')}{' '}
        <Anchor
          component={Link}
          href={signInPath(`/invitation/${link.token}?${new URLSearchParams({ mailed: link.mailed }).toString()}`)}
        >
          {t('invitation.signInFirst')}
        </Anchor>
      </p>
    </>
  );
}

const isUnproven = (error: unknown): boolean => problemOf(error).details?.reason === 'EMAIL_UNPROVEN';

/** One click; the session goes into the workspace. */
function JoinSignedIn({
  link,
  email,
  workspace,
  onOver,
}: {
  link: InvitationLink;
  email: string;
  workspace: string;
  onOver: () => void;
}) {
  const t = useTranslations('auth.invitation');
  const trpc = useTRPC();
  const accept = useMutation(
    trpc.accounts.acceptInvitation.mutationOptions({
      meta: { touches: [] },
      onSuccess: ({ accountId }) => enterWorkspace(accountId),
      onError: (error) => {
        if (problemOf(error).code === 'BAD_STATE' && !isUnproven(error)) onOver();
      },
    }),
  );
  const quit = () => void signOut({ redirect: false }).finally(() => window.location.reload());
  return (
    <Stack>
      {accept.error !== null && isUnproven(accept.error) && <ProveFirst email={email} />}
      {accept.error !== null && !isUnproven(accept.error) && <ErrorNotice error={accept.error} act="write" />}
      <Button fullWidth loading={accept.isPending || accept.isSuccess} onClick={() => accept.mutate(link)}>
        {t('join', { workspace })}
      </Button>
      <p className={classes.other}>
        {t('as', { email })}{' '}
        <Anchor component="button" type="button" onClick={quit}>
          {t('notYou')}
        </Anchor>
      </p>
    </Stack>
  );
}

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
