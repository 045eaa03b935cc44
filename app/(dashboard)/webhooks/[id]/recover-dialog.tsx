'use client';
import { DAY_MS, HOUR_MS } from '@/server/platform/lib/durations';
import { Radio, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import classes from '@/app/(dashboard)/webhooks/webhooks.module.css';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialogFrame } from '@/components/ui/confirm-dialog-frame';
import { RECOVERED_DAYS } from '@/server/modules/account/webhooks/vocabulary';

/** A minute less than all that is kept, for a browser's clock. */
const SPANS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, all: RECOVERED_DAYS * DAY_MS - 60_000 } as const;
type Span = keyof typeof SPANS;
const ORDER = ['hour', 'day', 'week', 'all'] as const satisfies readonly Span[];

/** Asks from when on failed deliveries shall be sent again. */
export function RecoverDialog({ opened, id, onClose }: { opened: boolean; id: string; onClose: () => void }) {
  const t = useTranslations('webhooks.recover');
  const [span, setSpan] = useState<Span>('day');
  const recover = useMutation(
    useTRPC().webhooks.recover.mutationOptions({
      onSuccess: ({ queued }) => {
        notifications.show({ message: t('done', { queued }), color: 'gray' });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialogFrame
      opened={opened}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      call={recover}
      onConfirm={() => recover.mutate({ id, since: new Date(Date.now() - SPANS[span]).toISOString() })}
    >
      <p className={classes.help}>{t('message')}</p>
      <Radio.Group
        label={t('since')}
        mt="md"
        value={span}
        onChange={(value) => setSpan(ORDER.find((each) => each === value) ?? 'day')}
      >
        <Stack gap="xs" mt="xs">
          {ORDER.map((each) => (
            <Radio key={each} value={each} label={t(`spans.${each}`, { days: RECOVERED_DAYS })} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialogFrame>
  );
}
