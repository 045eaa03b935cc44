'use client';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { toClock, toInstant } from '@/components/ui/clock-time';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { InstantField, ZoneNote } from '@/components/ui/instant-field';
import { Panel } from '@/components/ui/panel';
import type { Broadcast } from './broadcast';
import type { Draft } from './draft';
import classes from './composer.module.css';

interface Props {
  broadcast: Broadcast;
  draft: Draft;
  /** Something would make every message fail. */
  blocked: boolean;
  onSave: () => Promise<boolean | null>;
}

/** Now, or at a time. Both name the number of people before anything leaves. */
export function SendPanel({ broadcast, draft, blocked, onSave }: Props) {
  const t = useTranslations('broadcasts.send');
  const format = useFormat();
  const timeZone = useTimeZone() ?? 'UTC';
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [when, setWhen] = useState<'now' | 'later'>(broadcast.scheduledAt === null ? 'now' : 'later');
  const [clock, setClock] = useState(() => toClock(broadcast.scheduledAt, timeZone));
  const [asking, ask] = useDisclosure();
  const audience = useQuery(
    trpc.broadcasts.audience.queryOptions({ audience: draft.audience, providers: draft.providers }),
  );
  const leave = async (): Promise<void> => {
    ask.close();
    await queryClient.invalidateQueries(trpc.broadcasts.pathFilter());
    router.push(`/broadcasts/${broadcast.id}`);
  };
  const send = useMutation(trpc.broadcasts.send.mutationOptions({ onSuccess: leave }));
  const schedule = useMutation(trpc.broadcasts.update.mutationOptions({ onSuccess: leave }));
  const act = async (): Promise<void> => {
    if ((await onSave()) !== true) return;
    if (when === 'now') send.mutate({ id: broadcast.id });
    else schedule.mutate({ id: broadcast.id, scheduledAt: toInstant(clock, timeZone) });
  };
  const { error, reset } = when === 'now' ? send : schedule;
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
              minDate={new Date()}
              value={clock}
              onChange={setClock}
            />
            <p className={classes.meter}>
              <ZoneNote />
            </p>
          </>
        )}
        {blocked && <p className={classes.meter}>{t('blocked')}</p>}
        <Button fullWidth disabled={blocked || (when === 'later' && clock === null)} onClick={ask.open}>
          {when === 'now' ? t('submit') : t('schedule')}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          reset();
          ask.close();
        }}
        title={when === 'now' ? t('confirmNow', { name: draft.name }) : t('confirmLater', { name: draft.name })}
        confirm={when === 'now' ? t('submit') : t('schedule')}
        busy={send.isPending || schedule.isPending}
        error={error}
        onConfirm={() => void act()}
      >
        {when === 'now'
          ? t('messageNow', { messages: audience.data?.messages ?? 0, people: audience.data?.reachable ?? 0 })
          : t('messageLater', { when: clock === null ? '' : format.dateTime(toInstant(clock, timeZone) ?? '') })}
      </ConfirmDialog>
    </Panel>
  );
}
