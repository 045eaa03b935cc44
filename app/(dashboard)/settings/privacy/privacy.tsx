'use client';
import { Skeleton, Box, SegmentedControl } from '@mantine/core';
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
import classes from './privacy.module.css';
import { DAY_MS } from '@/server/platform/lib/durations';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { DayTable } from '@/components/ui/day-table';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { CONSENT_SPAN_DAYS } from '@/server/modules/audience/contacts/privacy-schema';

const HEIGHT = 180;

const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, {
  ssr: false,
  loading: () => <Box h={HEIGHT} />,
});

type Said = Outputs['contacts']['privacy']['consent'][number];
/** Channels that have a name of their own in each language; the others are called by their vendors. */
const NAMED = ['email', 'sms', 'whatsapp', 'ads'] as const;
const WAYS = ['subscribed', 'unsubscribed'] as const;
type Way = (typeof WAYS)[number];

const sum = (days: readonly Said[], way: Way): number => days.reduce((total, day) => total + day[way], 0);

/** Every day up to the last one on which something was said: a day without a word is a day too. */
function daysOf(said: readonly Said[]): Said[] {
  const byDay = new Map(said.map((day) => [day.day, day]));
  const last = said.at(-1);
  if (last === undefined) return [];
  const end = Math.max(Date.parse(last.day), Date.now() - DAY_MS);
  return Array.from({ length: CONSENT_SPAN_DAYS }, (_, ago) => {
    const day = new Date(end - (CONSENT_SPAN_DAYS - 1 - ago) * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { family: last.family, day, subscribed: 0, unsubscribed: 0 };
  });
}

/** The people who subscribed and who left, by channel and day. */
function ConsentOverTime({ consent }: { consent: readonly Said[] }) {
  const t = useTranslations('settings.privacy.consent');
  const format = useFormat();
  const families = [...new Set(consent.map(({ family }) => family))];
  const [chosen, setChosen] = useState(families.includes('email') ? 'email' : (families[0] ?? ''));
  const [way, setWay] = useState<Way>('subscribed');
  const said = consent.filter(({ family }) => family === chosen);
  const nameOf = (family: string): string => {
    const known = NAMED.find((each) => each === family);
    return known === undefined ? family : t(`families.${known}`);
  };
  if (families.length === 0)
    return (
      <Panel title={t('title', { days: CONSENT_SPAN_DAYS })}>
        <p className={classes.none}>{t('none')}</p>
      </Panel>
    );
  return (
    <Panel
      title={t('title', { days: CONSENT_SPAN_DAYS })}
      aside={
        families.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('channel')}
            data={families.map((family) => ({ value: family, label: nameOf(family) }))}
            value={chosen}
            onChange={setChosen}
          />
        )
      }
    >
      <div className={classes.figures}>
        {WAYS.map((each) => (
          <Figure key={each} label={t(each)} current={sum(said, each)} />
        ))}
      </div>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label={t('way')}
        data={WAYS.map((value) => ({ value, label: t(value) }))}
        value={way}
        onChange={(value) => setWay(value === 'unsubscribed' ? 'unsubscribed' : 'subscribed')}
      />
      <DayChart
        points={daysOf(said).map((day) => ({ day: day.day, value: day[way] }))}
        label={t('label', { channel: nameOf(chosen), way: t(way), count: sum(said, way), days: CONSENT_SPAN_DAYS })}
        series={t(way)}
        height={HEIGHT}
      />
      <DayTable
        label={nameOf(chosen)}
        days={said.toReversed()}
        columns={WAYS.map((each) => ({ key: each, head: t(each), cell: (day: Said) => format.number(day[each]) }))}
      />
    </Panel>
  );
}

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
