'use client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { WithSide } from '@/components/ui/with-side';
import { ConsentOverTime } from './consent-over-time';
import classes from './privacy.module.css';

type Shown = Outputs['contacts']['privacy'];
type Request = Shown['requests'][number];

/** The consent of people over time, their requests, and the time for which each kind of data is kept. */
export function Privacy() {
  const t = useTranslations('settings.privacy');
  const query = useQuery(useTRPC().contacts.privacy.queryOptions());
  const { data } = query;
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      {data === undefined ? (
        query.error === null ? (
          <Skeleton height={320} />
        ) : (
          <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
        )
      ) : (
        <WithSide side={<Retention kept={data.kept} />}>
          <ConsentOverTime consent={data.consent} />
          <Requests requests={data.requests} />
        </WithSide>
      )}
    </>
  );
}

function Requests({ requests }: { requests: readonly Request[] }) {
  const t = useTranslations('settings.privacy.requests');
  const columns: Column<Request>[] = [
    { key: 'kind', head: t('kind'), card: 'title', width: 15, cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'by',
      head: t('by'),
      width: 10,
      cell: ({ by }) => <span className={classes.soft}>{by ?? t('nobody')}</span>,
    },
    {
      key: 'at',
      head: t('at'),
      width: 11,
      cell: ({ at }) => (
        <span className={classes.soft}>
          <DateTime value={at} />
        </span>
      ),
    },
    {
      key: 'done',
      head: t('done'),
      card: 'state',
      width: 9,
      cell: ({ doneAt }) => (
        <Status kind={doneAt === null ? 'waiting' : 'on'}>{t(doneAt === null ? 'waits' : 'isDone')}</Status>
      ),
    },
  ];
  return (
    <Panel title={t('title')}>
      <p className={classes.help}>{t('help')}</p>
      {requests.length === 0 ? (
        <p className={classes.none}>{t('none')}</p>
      ) : (
        <DataTable
          label={t('title')}
          name="privacy-requests"
          columns={columns}
          rows={requests}
          rowKey={({ id }) => id}
        />
      )}
      {requests.some(({ doneAt }) => doneAt === null) && (
        <LinkButton href="/integrations" variant="default">
          {t('answer')}
        </LinkButton>
      )}
    </Panel>
  );
}

function Retention({ kept }: { kept: Shown['kept'] }) {
  const t = useTranslations('settings.privacy.kept');
  return (
    <Panel title={t('title')}>
      <p className={classes.help}>{t('help')}</p>
      <Facts labels="12rem">
        {kept.map(({ what, days }) => (
          <Fact key={what} label={t(`what.${what}`)}>
            {t('days', { count: days })}
          </Fact>
        ))}
      </Facts>
      <p className={classes.after}>{t('always')}</p>
    </Panel>
  );
}
