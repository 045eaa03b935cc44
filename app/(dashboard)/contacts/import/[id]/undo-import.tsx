'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import classes from '@/components/csv-file/csv-file.module.css';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { useHasPassed } from '@/components/ui/use-has-passed';
import type { ContactImport } from './import-run';

/** Takes an import back, for as long as that is possible; what it would do is said before. */
export function UndoImport({ run }: { run: ContactImport }) {
  const t = useTranslations('contacts.import.undo');
  const { undoneAt, undoUntil } = run;
  if (undoneAt !== null)
    return (
      <Panel title={t('undone')}>
        <Outcome figures={run} />
      </Panel>
    );
  return undoUntil === null ? null : <Offer run={run} until={undoUntil} />;
}

function Offer({ run, until }: { run: ContactImport; until: string }) {
  const t = useTranslations('contacts.import.undo');
  const trpc = useTRPC();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const isOver = useHasPassed(until);
  const preview = useQuery(
    trpc.contacts.imports.undoPreview.queryOptions({ id: run.id }, { enabled: isAsking, staleTime: 0, gcTime: 0 }),
  );
  const undo = useMutation(
    trpc.contacts.imports.undo.mutationOptions({
      onSuccess: ({ removed, restored }) => {
        setAsking(false);
        notifications.show({ color: 'gray', message: t('done', { removed, restored }) });
      },
    }),
  );
  if (isOver) return null;
  return (
    <Panel title={t('title')}>
      <p className={classes.lead}>{t('offer', { until: format.dateTime(until) })}</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('undo')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('sure', { file: run.fileName })}
        confirm={t('undo')}
        destructive
        call={{
          ...undo,
          isPending: undo.isPending || preview.data === undefined,
          error: undo.error ?? preview.error,
        }}
        onConfirm={() => undo.mutate({ id: run.id })}
      >
        {preview.data === undefined ? t('looking') : <Outcome figures={preview.data} />}
      </ConfirmDialog>
    </Panel>
  );
}

function Outcome({
  figures: { removed, restored, kept },
}: {
  figures: Pick<ContactImport, 'removed' | 'restored' | 'kept'>;
}) {
  const t = useTranslations('contacts.import.undo');
  return (
    <ul className={classes.outcome}>
      <li>{t('removed', { count: removed })}</li>
      <li>{t('restored', { count: restored })}</li>
      {kept > 0 && <li>{t('kept', { count: kept })}</li>}
    </ul>
  );
}
