'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { TableSkeleton } from '@/components/ui/table-skeleton';

type Call = Outputs['integrations']['calls']['calls'][number];

/** A shop calls while one looks on. */
const REFRESH_MS = 5000;

const KINDS = {
  waiting: 'waiting',
  applied: 'on',
  repeated: 'off',
  refused: 'failed',
  malformed: 'failed',
  left_out: 'off',
  dropped: 'off',
  held: 'waiting',
  failed: 'failed',
} as const;

const useCalls = (id: string) =>
  useQuery(useTRPC().integrations.calls.queryOptions({ id }, { refetchInterval: REFRESH_MS }));

/** The newest calls, each with what became of it and, where it could not be read, why. */
export function Calls({ integrationId }: { integrationId: string }) {
  const t = useTranslations('integrations');
  const query = useCalls(integrationId);
  const calls = query.data?.calls;
  const columns: Column<Call>[] = [
    {
      key: 'when',
      head: t('detail.when'),
      card: 'title',
      width: 18,
      cell: ({ receivedAt, reason }) => (
        <span className={classes.call}>
          <DateTime value={receivedAt} />
          {reason !== null && <span className={classes.reason}>{reason}</span>}
        </span>
      ),
    },
    {
      key: 'result',
      head: t('detail.result'),
      card: 'corner',
      width: 9,
      cell: ({ result }) => <Status kind={KINDS[result ?? 'waiting']}>{t(`results.${result ?? 'waiting'}`)}</Status>,
    },
  ];
  return (
    <Panel title={t('detail.calls')}>
      {!calls && query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <TableSkeleton columns={2} />}
      {calls?.length === 0 && <p className={classes.help}>{t('detail.callsNone')}</p>}
      {calls && calls.length > 0 && (
        <DataTable label={t('detail.calls')} columns={columns} rows={calls} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}

/** The number of calls of the past week, by their result. */
export function CallsOfWeek({ integrationId }: { integrationId: string }) {
  const t = useTranslations('integrations');
  const format = useFormat();
  const { data } = useCalls(integrationId);
  if (data === undefined) return null;
  return (
    <Panel title={t('detail.week')}>
      {data.counts.length === 0 ? (
        <p className={classes.help}>{t('detail.weekNone')}</p>
      ) : (
        <Facts labels="8rem">
          {data.counts.map(({ result, count }) => (
            <Fact key={result} label={t(`results.${result ?? 'waiting'}`)}>
              {format.number(count)}
            </Fact>
          ))}
        </Facts>
      )}
    </Panel>
  );
}
