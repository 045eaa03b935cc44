'use client';
import { Button, Modal, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { OVERDUE_MODES } from '@/server/modules/automation/funnels/vocabulary';
import classes from './funnel.module.css';

interface Props {
  opened: boolean;
  shown: Outputs['funnels']['editor'];
  onClose: () => void;
  onDone: (words: string) => void;
}

/** The dialog for running it again: what becomes of what fell due meanwhile. */
export function ResumeDialog({ opened, shown: { funnel }, onClose, onDone }: Props) {
  const t = useTranslations('funnels.resume');
  const [overdue, setOverdue] = useState<(typeof OVERDUE_MODES)[number]>('shift');
  const activate = useMutation(useTRPC().funnels.activate.mutationOptions({ onSuccess: () => onDone(t('done')) }));
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} size="lg" centered>
      <Stack gap="lg" className={classes.dialog}>
        {funnel.draft !== null && <p className={classes.help}>{t('draftStays')}</p>}
        {funnel.counts.active > 0 ? (
          <Radio.Group
            label={t('overdue', { count: funnel.counts.active })}
            value={overdue}
            onChange={(value) => setOverdue(OVERDUE_MODES.find((known) => known === value) ?? 'shift')}
          >
            <Stack gap="sm" mt="xs">
              {OVERDUE_MODES.map((mode) => (
                <Radio key={mode} value={mode} label={t(mode)} description={t(`${mode}Help`)} />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <p>{t('nobody')}</p>
        )}
        {activate.error !== null && <ErrorNotice error={activate.error} act="write" />}
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={activate.isPending} onClick={() => activate.mutate({ id: funnel.id, overdue })}>
            {t('resume')}
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}
