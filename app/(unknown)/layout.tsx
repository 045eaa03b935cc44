import type { ReactNode } from 'react';
import DashboardLayout from '@/app/(dashboard)/layout';
import { currentSession } from '@/app/session';

/**
 * The menu stands beside what is not there for people who are in a workspace. Others learn of no page that needs a
 * sign-in.
 */
export default async function UnknownLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  return session?.accountId ? <DashboardLayout>{children}</DashboardLayout> : children;
}
