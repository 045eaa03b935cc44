'use client';
import { lazy, Suspense } from 'react';

const NoWorkspacePage = lazy(async () => ({
  default: (await import('@/components/shell/no-workspace-page')).NoWorkspacePage,
}));

/** In the place of the dashboard for who is in no workspace. Its code comes only then: everybody else has the frame. */
export function NoWorkspace({ email }: { email: string }) {
  return (
    <Suspense fallback={null}>
      <NoWorkspacePage email={email} />
    </Suspense>
  );
}
