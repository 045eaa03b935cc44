'use client';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useOpenWorkspace } from '@/components/shell/use-open-workspace';
import { announceWorkspace } from '@/components/shell/workspace-channel';
import { ErrorNotice } from '@/components/ui/error-notice';

interface Props {
  opened: boolean;
  workspaceId: string;
  onStay: () => void;
}

export function OtherWorkspaceDialog({ opened, workspaceId, onStay }: Props) {
  const t = useTranslations('shell.otherWorkspace');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // Asked anew, for what the page remembers is from before.
  const now = useQuery(trpc.accounts.current.queryOptions(undefined, { enabled: opened, staleTime: 0 })).data;
  const open = useOpenWorkspace();
  const here = now?.workspaces.find(({ id }) => id === workspaceId);
  const there = now?.workspace;
  const stay = async () => {
    await open.mutateAsync({ workspaceId }).then(
      () => {
        onStay();
        announceWorkspace(workspaceId);
        void queryClient.invalidateQueries();
      },
      () => undefined,
    );
  };
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('title')}
    >
      <Stack>
        <p>{t('message', { here: here?.name ?? '…', there: there?.name ?? '…' })}</p>
        {open.error !== null && <ErrorNotice error={open.error} act="write" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => window.location.assign('/')} disabled={now === undefined}>
            {t('go', { name: there?.name ?? '…' })}
          </Button>
          {here && (
            <Button onClick={() => void stay()} loading={open.isPending} data-autofocus>
              {t('stay', { name: here.name })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
