'use client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signOut } from 'next-auth/react';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { Brand } from '@/components/shell/brand';
import { CreateWorkspace } from '@/components/shell/create-workspace';
import { enterWorkspace, useOpenWorkspace } from '@/components/shell/use-open-workspace';
import { WorkspaceMark } from '@/components/shell/workspace-mark';
import { ErrorNotice } from '@/components/ui/error-notice';
import { MessagePage } from '@/components/ui/message-page';
import classes from './no-workspace.module.css';

/**
 * Signed in, but in no workspace: the membership was taken away or left. There may be others; there can always be a new
 * one.
 */
export function NoWorkspacePage({ email }: { email: string }) {
  const t = useTranslations('shell');
  const trpc = useTRPC();
  const workspaces = useQuery(trpc.accounts.current.queryOptions()).data?.workspaces ?? [];
  const open = useOpenWorkspace();
  const quit = () => void signOut({ redirect: false }).finally(() => window.location.assign('/sign-in'));
  return (
    <main>
      <MessagePage
        brand={<Brand />}
        title={t('noWorkspace.title')}
        action={
          <Button variant="default" onClick={quit}>
            {t('user.signOut')}
          </Button>
        }
      >
        <p>{t('noWorkspace.message', { email })}</p>
        {workspaces.length > 0 && (
          <ul className={classes.list}>
            {workspaces.map(({ id, name, logoUrl }) => (
              <li key={id}>
                <Button
                  variant="default"
                  fullWidth
                  justify="flex-start"
                  leftSection={<WorkspaceMark name={name} logoUrl={logoUrl} size="sm" />}
                  loading={open.isPending && open.variables.workspaceId === id}
                  onClick={() => open.mutate({ workspaceId: id }, { onSuccess: () => enterWorkspace(id) })}
                >
                  {t('noWorkspace.open', { name })}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {open.error !== null && <ErrorNotice error={open.error} act="write" />}
        <div className={classes.create}>
          <CreateWorkspace actions={(submit) => <div className={classes.submit}>{submit}</div>} />
        </div>
      </MessagePage>
    </main>
  );
}
