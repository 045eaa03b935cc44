import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { FOLDED_COOKIE, foldedFrom } from '@/components/shell/folded-groups';
import { NoWorkspace } from '@/components/shell/no-workspace';
import { Shell } from '@/components/shell/shell';
import { signInPath } from '@/components/shell/sign-in-path';
import { bridge, PATH_HEADER } from '@/server/bridge';

/** Only for who is signed in; others sign in first and come back. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const requested = await headers();
  const session = await bridge().session(requested.get('cookie'));
  if (session === null) redirect(signInPath(requested.get(PATH_HEADER) ?? '/'));
  if (session.accountId === null) return <NoWorkspace email={session.email} />;
  const folded = foldedFrom((await cookies()).get(FOLDED_COOKIE)?.value);
  return (
    <Shell workspaceId={session.accountId} folded={folded}>
      {children}
    </Shell>
  );
}
