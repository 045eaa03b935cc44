'use client';
import { DAY_MS } from '@/server/platform/lib/durations';
import { Box, SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Outputs } from '@/app/trpc';
import { DayTable } from '@/components/ui/day-table';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { CONSENT_SPAN_DAYS } from '@/server/modules/audience/contacts/privacy-schema';
import classes from './privacy.module.css';

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
export function ConsentOverTime({ consent }: { consent: readonly Said[] }) {
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
