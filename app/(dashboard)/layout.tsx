import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { Reads } from '@/app/reads';
import { currentSession } from '@/app/session';
import { FOLDED_COOKIE, foldedFrom } from '@/components/shell/folded-groups';
import { NoWorkspace } from '@/components/shell/no-workspace';
import { Shell } from '@/components/shell/shell';
import { signInPath } from '@/components/shell/sign-in-path';
import { PATH_HEADER } from '@/server/doors/bridge';

/** Only for who is signed in; others sign in first and come back. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  if (session === null) redirect(signInPath((await headers()).get(PATH_HEADER) ?? '/'));
  if (session.accountId === null) return <NoWorkspace email={session.email} />;
  const folded = foldedFrom((await cookies()).get(FOLDED_COOKIE)?.value);
  return (
    <Reads
      begin={({ trpc, client }) => [
        client.query(trpc.accounts.current.queryOptions()),
        client.query(trpc.inbox.pulse.queryOptions({})),
      ]}
    >
      <Shell workspaceId={session.accountId} folded={folded}>
        {children}
      </Shell>
    </Reads>
  );
}
