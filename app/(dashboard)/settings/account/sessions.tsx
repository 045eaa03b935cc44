'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import classes from './account.module.css';

type Session = Outputs['accounts']['sessions']['sessions'][number];

/** The places where the person is signed in: each can be ended, or all but this one. */
export function Sessions() {
  const t = useTranslations('settings.account.sessions');
  const trpc = useTRPC();
  const query = useQuery(trpc.accounts.sessions.queryOptions());
  const [ending, setEnding] = useState<Session | 'others' | null>(null);
  const deviceOf = useDevice();
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  const sessions = query.data?.sessions;
  const columns: Column<Session>[] = [
    { key: 'device', head: t('device'), card: 'title', cell: deviceOf },
    {
      key: 'address',
      head: t('address'),
      width: 11,
      cell: (row) => <span className={classes.address}>{row.address}</span>,
    },
    {
      key: 'seen',
      width: 10,
      priority: 1,
      head: t('seen'),
      cell: (row) =>
        row.current ? <Status kind="on">{t('current')}</Status> : <RelativeTime value={row.lastSeenAt} />,
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      width: 9,
      cell: (row) =>
        !row.current && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('end.label', { device: deviceOf(row) })}
            onClick={() => setEnding(row)}
          >
            {t('end.action')}
          </Button>
        ),
    },
  ];
  return (
    <Panel
      title={t('title')}
      aside={
        (sessions?.length ?? 0) > 1 && (
          <Button size="xs" variant="default" onClick={() => setEnding('others')}>
            {t('others.action')}
          </Button>
        )
      }
    >
      <p className={classes.note}>{t('lead')}</p>
      {sessions === undefined ? (
        <TableSkeleton columns={3} rows={2} />
      ) : (
        <DataTable label={t('title')} columns={columns} rows={sessions} rowKey={(row) => row.id} />
      )}
      <EndDialog ending={ending} onClose={() => setEnding(null)} />
    </Panel>
  );
}

/** “Firefox on Windows”, as far as the browser said. */
function useDevice(): (session: Pick<Session, 'browser' | 'system'>) => string {
  const t = useTranslations('settings.account.sessions');
  return ({ browser, system }) =>
    browser !== null && system !== null ? t('on', { browser, system }) : (browser ?? system ?? t('unknown'));
}

function EndDialog({ ending, onClose }: { ending: Session | 'others' | null; onClose: () => void }) {
  const t = useTranslations('settings.account.sessions');
  const trpc = useTRPC();
  const deviceOf = useDevice();
  const settled = {
    onSuccess: () => {
      notifications.show({ message: t('done'), color: 'gray' });
      onClose();
    },
  };
  const end = useMutation(trpc.accounts.endSession.mutationOptions(settled));
  const endOthers = useMutation(trpc.accounts.endOtherSessions.mutationOptions(settled));
  const kind = ending === 'others' ? 'others' : 'end';
  const call = ending === 'others' ? endOthers : end;
  const device = ending === null || ending === 'others' ? '' : deviceOf(ending);
  return (
    <ConfirmDialog
      opened={ending !== null}
      onClose={onClose}
      title={t(`${kind}.title`, { device })}
      confirm={t(`${kind}.confirm`)}
      destructive
      call={call}
      onConfirm={() => {
        if (ending === 'others') endOthers.mutate();
        else if (ending !== null) end.mutate({ id: ending.id });
      }}
    >
      <p>{t('message')}</p>
    </ConfirmDialog>
  );
}
