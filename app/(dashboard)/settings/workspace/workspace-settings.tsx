'use client';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { permits } from '@/server/platform/access/roles';
import { WorkspaceForm, type WorkspaceInput } from './workspace-form';

/** The name and the look of the workspace, and where it sells. */
export function WorkspaceSettings() {
  const t = useTranslations('settings.workspace');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const role = useAccount()?.workspace?.role;
  const query = useQuery(trpc.accounts.workspace.queryOptions());
  // The frame, the charts' days and the public pages all go by it.
  const update = useMutation(trpc.accounts.updateWorkspace.mutationOptions({ meta: { touches: 'everything' } }));
  if (!query.data || role === undefined)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <FormPageSkeleton />
    );
  const save = async (input: WorkspaceInput) => {
    const saved = await update.mutateAsync(input);
    queryClient.setQueryData(trpc.accounts.workspace.queryKey(), saved);
    notifications.show({ message: t('saved'), color: 'gray' });
  };
  return <WorkspaceForm workspace={query.data} isManager={permits(role, 'manage')} save={save} />;
}
