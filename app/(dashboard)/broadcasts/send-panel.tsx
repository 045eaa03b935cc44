'use client';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { dayOf, toClock, toInstant } from '@/components/ui/clock-time';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { InstantField, ZoneNote } from '@/components/ui/instant-field';
import { Panel } from '@/components/ui/panel';
import { useHasPassed } from '@/components/ui/use-has-passed';
import type { Broadcast } from './broadcast';
import type { Draft } from './draft';
import { TimingFields } from './timing-fields';
import classes from './composer.module.css';

interface Props {
  broadcast: Broadcast;
  draft: Draft;
  /** Something would make every message fail. */
  blocked: boolean;
  onChange: (patch: Partial<Draft>) => void;
  onSave: () => Promise<boolean | null>;
}

/** Now, or at a time. Both name the number of people before anything leaves. */
export function SendPanel({ broadcast, draft, blocked, onChange, onSave }: Props) {
  const t = useTranslations('broadcasts.send');
  const format = useFormat();
  const timeZone = useTimeZone() ?? 'UTC';
  const trpc = useTRPC();
  const router = useRouter();
  const [when, setWhen] = useState<'now' | 'later'>(broadcast.scheduledAt === null ? 'now' : 'later');
  const [clock, setClock] = useState(() => toClock(broadcast.scheduledAt, timeZone));
  const [asking, ask] = useDisclosure();
  const instant = when === 'later' ? toInstant(clock, timeZone) : null;
  const isPast = useHasPassed(instant);
  const audience = useQuery(
    trpc.broadcasts.audience.queryOptions({ audience: draft.audience, providers: draft.providers }),
  );
  const leave = (): void => {
    ask.close();
    router.push(`/broadcasts/${broadcast.id}`);
  };
  const send = useMutation(trpc.broadcasts.send.mutationOptions({ onSuccess: leave }));
  const schedule = useMutation(trpc.broadcasts.update.mutationOptions({ onSuccess: leave }));
  const act = async (): Promise<void> => {
    if ((await onSave()) !== true) return;
    if (when === 'now') send.mutate({ id: broadcast.id });
    else if (instant !== null && Date.parse(instant) > Date.now())
      schedule.mutate({ id: broadcast.id, scheduledAt: instant });
    else ask.close();
  };
  return (
    <Panel title={t('title')}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          data={[
            { value: 'now', label: t('now') },
            { value: 'later', label: t('later') },
          ]}
          value={when}
          onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
          aria-label={t('title')}
        />
        {when === 'later' && (
          <>
            <InstantField
              label={t('at')}
              placeholder={t('atPlaceholder')}
              defaultTimeValue="09:00"
              // The day alone: with a time of day the picker would move an earlier one there without a word.
              minDate={dayOf(new Date(), timeZone)}
              value={clock}
              onChange={setClock}
              error={isPast && t('past')}
            />
            <p className={classes.meter}>
              <ZoneNote />
            </p>
          </>
        )}
        <TimingFields
          draft={draft}
          scheduledAt={instant}
          messages={audience.data?.messages}
          countedAt={audience.dataUpdatedAt}
          onChange={onChange}
        />
        {blocked && <p className={classes.meter}>{t('blocked')}</p>}
        <Button fullWidth disabled={blocked || (when === 'later' && (instant === null || isPast))} onClick={ask.open}>
          {when === 'now' ? t('submit') : t('schedule')}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={when === 'now' ? t('confirmNow', { name: draft.name }) : t('confirmLater', { name: draft.name })}
        confirm={when === 'now' ? t('submit') : t('schedule')}
        call={when === 'now' ? send : schedule}
        onConfirm={() => void act()}
      >
        {when === 'now'
          ? t('messageNow', { messages: audience.data?.messages ?? 0, people: audience.data?.reachable ?? 0 })
          : t('messageLater', { when: instant === null ? '' : format.dateTime(instant) })}
      </ConfirmDialog>
    </Panel>
  );
}
