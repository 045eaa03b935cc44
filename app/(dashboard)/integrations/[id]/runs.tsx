'use client';
import { Anchor, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { runsOf, type Integration } from '@/app/(dashboard)/integrations/integration';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { WorkProgress } from '@/components/ui/work-progress';

type Run = Outputs['integrations']['listRuns']['data'][number];

/** While something is being read, and otherwise. */
const FAST_MS = 2000;
const SLOW_MS = 15_000;

const KINDS = {
  queued: 'waiting',
  running: 'waiting',
  succeeded: 'on',
  partial: 'waiting',
  failed: 'failed',
  canceled: 'off',
} as const;

const isUnderWay = ({ status }: Run): boolean => status === 'queued' || status === 'running';

/** Something is being read, or is about to be for the first time. */
const isWatched = (runs: readonly Run[] | undefined): boolean =>
  runs !== undefined && (runs.length === 0 || runs.some(isUnderWay));

/** The data that is being read from the shop, how far that is, and what came of it before. */
export function Runs({ integration }: { integration: Integration }) {
  const t = useTranslations('integrations.runs');
  const query = useQuery(
    useTRPC().integrations.listRuns.queryOptions(runsOf(integration.id), {
      refetchInterval: ({ state }) => (isWatched(state.data?.data) ? FAST_MS : SLOW_MS),
    }),
  );
  const runs = query.data?.data;
  const ended = runs?.filter((run) => !isUnderWay(run)) ?? [];
  // The first that was asked for stands first: they are read in this order.
  const underWay = runs?.filter(isUnderWay).toReversed() ?? [];
  return (
    <Panel
      title={t('title')}
      aside={integration.status === 'revoked' ? undefined : <SyncButton integration={integration} />}
    >
      {!runs && query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <TableSkeleton columns={3} />}
      {runs?.length === 0 && <p className={classes.help}>{t('none')}</p>}
      {runs && runs.length > 0 && (
        <div className={classes.runs}>
          {underWay.map((run) => (
            <UnderWay key={run.id} run={run} at={query.dataUpdatedAt} />
          ))}
          {ended.length > 0 && <Ended runs={ended} />}
        </div>
      )}
    </Panel>
  );
}

function UnderWay({ run, at }: { run: Run; at: number }) {
  const t = useTranslations('integrations');
  const cancel = useMutation(useTRPC().integrations.cancelRun.mutationOptions());
  const { id, integrationId, resource, total, done, error, status } = run;
  const label = t(`runs.reading.${run.kind === 'codes' ? 'codes' : resource}`);
  return (
    <div className={classes.stack}>
      {total === null ? (
        <WorkProgress label={status === 'queued' && done === 0 ? t('runs.waits', { what: label }) : label} share={0} />
      ) : (
        <WorkProgress label={label} done={done} total={Math.max(total, done)} at={at} />
      )}
      {error !== null && <p className={classes.reason}>{t('runs.again', { reason: error })}</p>}
      {cancel.isError && <ErrorNotice error={cancel.error} act="write" />}
      <div>
        <Button
          variant="default"
          size="xs"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id: integrationId, runId: id })}
        >
          {t('runs.cancel')}
        </Button>
      </div>
    </div>
  );
}

function Ended({ runs }: { runs: readonly Run[] }) {
  const t = useTranslations('integrations');
  const format = useFormat();
  const columns: Column<Run>[] = [
    {
      key: 'what',
      head: t('runs.what'),
      card: 'title',
      width: 16,
      cell: (run) => (
        <span className={classes.call}>
          <span>{t(`resources.${run.resource}`)}</span>
          <span className={classes.reason}>{run.error ?? t(`runs.kinds.${run.kind}`)}</span>
        </span>
      ),
    },
    {
      key: 'came',
      head: t('runs.came'),
      width: 16,
      cell: ({ created, updated, unchanged }) =>
        t('runs.counts', {
          created: format.number(created),
          updated: format.number(updated),
          unchanged: format.number(unchanged),
        }),
    },
    {
      key: 'refused',
      head: t('runs.refused'),
      align: 'end',
      width: 10,
      priority: 1,
      cell: (run) => <Refused run={run} />,
    },
    {
      key: 'when',
      head: t('runs.when'),
      width: 9,
      priority: 2,
      cell: ({ finishedAt, createdAt }) => <RelativeTime value={finishedAt ?? createdAt} />,
    },
    {
      key: 'state',
      head: t('runs.state'),
      card: 'corner',
      width: 8,
      cell: ({ status }) => <Status kind={KINDS[status]}>{t(`runs.statuses.${status}`)}</Status>,
    },
  ];
  return <DataTable label={t('runs.earlier')} columns={columns} rows={runs} rowKey={({ id }) => id} />;
}

/** The number of refused rows, the reasons for the first of them, and all of them as a file. */
function Refused({ run: { id, integrationId, refused, errors } }: { run: Run }) {
  const t = useTranslations('integrations.runs');
  const format = useFormat();
  if (refused === 0) return format.number(0);
  const reasons = [...new Set(errors.map(({ reason }) => reason))];
  return (
    <span className={classes.call}>
      <Anchor href={`/api/v1/integrations/${integrationId}/runs/${id}/refusals`} download inherit>
        {t('download', { count: refused })}
      </Anchor>
      <span className={classes.reason}>
        {reasons
          .slice(0, 2)
          .map((reason) =>
            t.has(`reasons.${reason}` as 'reasons.NO_IDENTITY')
              ? t(`reasons.${reason}` as 'reasons.NO_IDENTITY')
              : reason,
          )
          .join('; ')}
      </span>
    </span>
  );
}

/** Reads what changed, or all of it anew; of a shop in error it looks anew first. */
function SyncButton({ integration: { id, provider, status, held } }: { integration: Integration }) {
  const t = useTranslations('integrations.runs');
  const sync = useMutation(
    useTRPC().integrations.sync.mutationOptions({
      onSuccess: () => notifications.show({ message: t('asked'), color: 'gray' }),
      onError: () => notifications.show({ message: t('askedNot'), color: 'red' }),
    }),
  );
  if (provider === 'http_generic' || held !== null) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconRefresh {...SMALL_ICON} />} loading={sync.isPending}>
          {t(status === 'error' ? 'tryAgain' : 'sync')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => sync.mutate({ id })}>{t('changes')}</Menu.Item>
        <Menu.Item onClick={() => sync.mutate({ id, full: true })}>{t('all')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
