'use client';
import { HOUR_MS } from '@/server/platform/lib/durations';
import { NumberInput, Radio, Skeleton, Stack } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { endAt, endWithTest, PER_HOUR } from '@/server/modules/messaging/broadcasts/vocabulary';
import type { Draft } from './draft';
import classes from './composer.module.css';

const WAYS = ['once', 'spread', 'own'] as const;
type Way = (typeof WAYS)[number];
/** The initial values of each way. */
const A_RATE = 1_000;
const AN_HOUR = '09:00';
/** Lines of a list that is beside something else. */
const MOST_WAVES = 6;

interface Props {
  draft: Pick<Draft, 'audience' | 'providers' | 'perHour' | 'localTime' | 'test'>;
  /** The time when it is sent; null: at once. */
  scheduledAt: string | null;
  /** The number of messages for the whole audience, and the time of that count. */
  messages: number | undefined;
  countedAt: number;
  onChange: (patch: Pick<Draft, 'perHour' | 'localTime'>) => void;
}

/** The way the broadcast leaves: at once, at a rate, or when it is a certain hour where each person lives. */
export function TimingFields({ draft, scheduledAt, messages, countedAt, onChange }: Props) {
  const t = useTranslations('broadcasts.timing');
  const { perHour, localTime, test } = draft;
  const way: Way = localTime !== null ? 'own' : perHour !== null ? 'spread' : 'once';
  const choose = (next: Way): void => {
    if (next === 'own') onChange({ perHour: null, localTime: localTime ?? AN_HOUR });
    else onChange({ perHour: next === 'spread' ? (perHour ?? A_RATE) : null, localTime: null });
  };
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('title')}
        value={way}
        onChange={(value) => choose(WAYS.find((known) => known === value) ?? 'once')}
      >
        <Stack gap="xs" mt="xs">
          {WAYS.map((known) => (
            <Radio
              key={known}
              value={known}
              label={t(known)}
              {...(known === 'own' && test !== null && { disabled: true, description: t('ownNotTested') })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {localTime !== null && (
        <>
          <TimeInput
            label={t('hour')}
            description={t('hourHelp')}
            value={localTime}
            onChange={({ currentTarget }) => {
              if (currentTarget.value !== '') onChange({ perHour, localTime: currentTarget.value });
            }}
          />
          <Waves draft={draft} localTime={localTime} scheduledAt={scheduledAt} />
        </>
      )}
      {way !== 'once' && (
        <RateField
          key={way}
          perHour={perHour}
          isOptional={way === 'own'}
          onChange={(rate) => onChange({ perHour: rate, localTime })}
        />
      )}
      {perHour !== null && messages !== undefined && messages > 0 && (
        <End
          perHour={perHour}
          messages={messages}
          from={startOf(scheduledAt, countedAt)}
          isAtLeast={way === 'own'}
          test={test}
        />
      )}
    </Stack>
  );
}

const startOf = (scheduledAt: string | null, countedAt: number): Date =>
  new Date(Math.max(countedAt, scheduledAt === null ? 0 : Date.parse(scheduledAt)));

/** Keeps what is being typed; the draft gets what can be saved. */
function RateField({
  perHour,
  isOptional,
  onChange,
}: {
  perHour: number | null;
  isOptional: boolean;
  onChange: (perHour: number | null) => void;
}) {
  const t = useTranslations('broadcasts.timing');
  const format = useFormat();
  const [typed, setTyped] = useState<string | number>(perHour ?? '');
  const isRate = typeof typed === 'number' && typed >= PER_HOUR.min && typed <= PER_HOUR.max;
  const bounds = { min: format.number(PER_HOUR.min), max: format.number(PER_HOUR.max) };
  return (
    <NumberInput
      label={isOptional ? t('rateOptional') : t('rate')}
      min={PER_HOUR.min}
      max={PER_HOUR.max}
      step={100}
      allowDecimal={false}
      thousandSeparator
      value={typed}
      error={isRate || (isOptional && typed === '') ? undefined : t('rateBounds', bounds)}
      onChange={(value) => {
        setTyped(value);
        if (typeof value === 'number' && value >= PER_HOUR.min && value <= PER_HOUR.max) onChange(value);
        else if (value === '' && isOptional) onChange(null);
      }}
      onBlur={() => {
        if (!isOptional && typed === '') setTyped(perHour ?? A_RATE);
      }}
    />
  );
}

function End({
  perHour,
  messages,
  from,
  isAtLeast,
  test,
}: {
  perHour: number;
  messages: number;
  from: Date;
  isAtLeast: boolean;
  test: Draft['test'];
}) {
  const t = useTranslations('broadcasts.timing');
  const format = useFormat();
  const end = test === null ? endAt(perHour, messages, from) : endWithTest(perHour, messages, from, test);
  const minutes = Math.max(1, Math.round((end.getTime() - from.getTime()) / 60_000));
  const values = { messages, when: format.dateTime(end) };
  return (
    <p className={classes.meter} role="status">
      {isAtLeast
        ? t('endsOwn', { messages, hours: Math.max(1, Math.ceil((minutes * 60_000) / HOUR_MS)) })
        : test !== null
          ? t('endsTested', { ...values, hours: Math.max(1, Math.round(minutes / 60)) })
          : minutes < 120
            ? t('endsMinutes', { ...values, minutes })
            : t('endsHours', { ...values, hours: Math.round(minutes / 60) })}
    </p>
  );
}

/** A zone's city, as people know it. */
const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** The number of people who get it at each time, in the workspace's time. */
function Waves({
  draft: { audience, providers },
  localTime,
  scheduledAt,
}: Pick<Props, 'draft' | 'scheduledAt'> & { localTime: string }) {
  const t = useTranslations('broadcasts.timing');
  const format = useFormat();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.broadcasts.localTimes.queryOptions(
      { audience, providers, localTime, scheduledAt },
      { placeholderData: keepPreviousData },
    ),
  );
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton height={64} />;
  const { waves } = query.data;
  if (waves.length > 0 && waves.every(({ atOnce }) => atOnce))
    return (
      <p className={classes.meter} role="status">
        {t('allPassed')}
      </p>
    );
  const others = waves.slice(MOST_WAVES).reduce((sum, { people }) => sum + people, 0);
  return (
    <ul className={classes.perProvider} aria-label={t('waves')}>
      {waves.slice(0, MOST_WAVES).map(({ at, atOnce, zone, people }) => (
        <li key={at}>
          <p>
            <span>{atOnce ? t('passed') : format.dateTime(at)}</span>
            <strong>{format.number(people)}</strong>
          </p>
          <small>{t('zone', { city: cityOf(zone) })}</small>
        </li>
      ))}
      {others > 0 && (
        <li>
          <p>
            <span>{t('later')}</span>
            <strong>{format.number(others)}</strong>
          </p>
        </li>
      )}
    </ul>
  );
}
