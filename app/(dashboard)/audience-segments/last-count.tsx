'use client';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPCClient } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import type { Segment } from './segment';
import { useSegmentWords } from './use-segment-words';
import classes from './segments.module.css';

/** How many were in it when it was last counted, and a button that counts now. */
export function LastCount({ segment }: { segment: Segment }) {
  const t = useTranslations('audienceSegments');
  const format = useFormat();
  const client = useTRPCClient();
  const { name } = useSegmentWords()(segment);
  const count = useMutation({
    mutationFn: () => client.audienceSegments.count.query({ id: segment.id }),
    meta: { touches: ['audienceSegments'] },
  });
  return (
    <span className={classes.count}>
      <span className={classes.figure}>
        {segment.lastCount === null ? (
          <span className={classes.soft}>{t('notCounted')}</span>
        ) : (
          <strong>{format.number(segment.lastCount)}</strong>
        )}
        {segment.lastCountedAt !== null && (
          <span className={classes.soft}>
            <RelativeTime value={segment.lastCountedAt} />
          </span>
        )}
      </span>
      <Tooltip label={t('countNow')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          loading={count.isPending}
          aria-label={t('countOne', { name })}
          onClick={(event) => {
            event.stopPropagation();
            count.mutate();
          }}
        >
          <IconRefresh {...SMALL_ICON} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
