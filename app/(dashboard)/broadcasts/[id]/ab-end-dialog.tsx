'use client';
import { Radio, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Broadcast } from '@/app/(dashboard)/broadcasts/broadcast';
import { letterOf } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

interface Props {
  opened: boolean;
  onClose: () => void;
  broadcast: Pick<Broadcast, 'id'>;
  variants: number;
}

const BY_FIGURES = 'figures';

/** The choice of who decides: the figures as they are, or the person. */
export function AbEndDialog({ opened, onClose, broadcast: { id }, variants }: Props) {
  const t = useTranslations('abTest');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [picked, pick] = useState(BY_FIGURES);
  const end = useMutation(
    trpc.broadcasts.endTest.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.broadcasts.get.queryFilter({ id }));
        void queryClient.invalidateQueries(trpc.broadcasts.progress.queryFilter({ id }));
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('endTitle')}
      confirm={t('end')}
      call={end}
      onConfirm={() => end.mutate({ id, ...(picked !== BY_FIGURES && { variant: Number(picked) }) })}
    >
      <Radio.Group value={picked} onChange={pick} aria-label={t('endTitle')}>
        <Stack gap="sm">
          <Radio value={BY_FIGURES} label={t('byFigures')} description={t('byFiguresHelp')} />
          {Array.from({ length: variants }, (_, place) => (
            <Radio key={place} value={String(place)} label={t('pick', { variant: letterOf(place) })} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
