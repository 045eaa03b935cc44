'use client';
import { useEffect, useState } from 'react';
import { onWorkspace } from '@/components/shell/workspace-channel';
import { whenOpened } from '@/components/ui/when-opened';

const OtherWorkspaceDialog = whenOpened(
  async () => (await import('@/components/shell/other-workspace-dialog')).OtherWorkspaceDialog,
);

/**
 * Asks which workspace is meant, once another tab went into another one: the session is there, the page is still here.
 * The server refuses what the page sends meanwhile, so nothing is written into the wrong one.
 */
export function OtherWorkspace({ workspaceId }: { workspaceId: string }) {
  const [elsewhere, setElsewhere] = useState(false);
  useEffect(() => onWorkspace((opened) => setElsewhere(opened !== workspaceId)), [workspaceId]);
  return <OtherWorkspaceDialog opened={elsewhere} workspaceId={workspaceId} onStay={() => setElsewhere(false)} />;
}
