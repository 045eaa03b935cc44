'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepImport, keptImport, type KeptImport } from '@/app/(dashboard)/contacts/import/kept-import';
import { ACCEPT } from '@/components/csv-file/limits';
import { planOf } from '@/app/(dashboard)/contacts/import/plan';
import { startUpload, useUpload } from '@/app/(dashboard)/contacts/import/upload';
import { useTRPCClient } from '@/app/trpc';
import { DropZone } from '@/components/ui/drop-zone';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { WorkProgress } from '@/components/ui/work-progress';
import { CancelImport } from './cancel-import';
import type { ContactImport } from './import-run';
import classes from '@/components/csv-file/csv-file.module.css';

/** Sends what the server does not have yet, from the file that this browser keeps; else asks for the file once more. */
export function Uploading({ run, at }: { run: ContactImport; at: number }) {
  const t = useTranslations('contacts.import.upload');
  const client = useTRPCClient();
  const upload = useUpload(run.id);
  const kept = useQuery({
    queryKey: ['kept-import', run.id],
    queryFn: () => keptImport(run.id),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  });
  const begin = (file: KeptImport) =>
    startUpload(client, file, { positions: run.uploadedChunks, rows: run.uploadedRows });
  const beginKept = useEffectEvent(() => {
    if (kept.data && upload === undefined) begin(kept.data);
  });
  useEffect(() => beginKept(), [kept.data]);

  const running = upload?.state === 'running' || upload?.state === 'done';
  const missing = kept.isSuccess && kept.data === null && upload === undefined;
  return (
    <>
      <Panel>
        <WorkProgress
          label={t(running ? 'running' : 'stopped')}
          done={Math.max(run.uploadedRows, upload?.sent ?? 0)}
          total={run.totalRows}
          at={Math.max(at, upload?.at ?? 0)}
        />
        <p className={classes.under}>{t(missing ? 'missing' : 'help')}</p>
      </Panel>
      {upload?.state === 'failed' && (
        <ErrorNotice error={upload.error} act="write" onRetry={() => kept.data && begin(kept.data)} />
      )}
      {missing && <SameFile run={run} onFile={begin} />}
      <div className={classes.acts}>
        <CancelImport id={run.id} />
      </div>
    </>
  );
}

/** Another browser, or one that keeps nothing: the same file, read as it was before, sends what is missing. */
function SameFile({ run, onFile }: { run: ContactImport; onFile: (kept: KeptImport) => void }) {
  const t = useTranslations('contacts.import.upload');
  const [other, setOther] = useState<string | null>(null);
  const plan = planOf(run.plan);
  if (plan === null) return null;
  const take = (file: File) => {
    if (file.size !== plan.size) {
      setOther(file.name);
      return;
    }
    const { format, hasHeader, mapping, language } = plan;
    const kept: KeptImport = {
      id: run.id,
      file,
      format,
      hasHeader,
      mapping,
      language,
      listName: run.listName ?? '',
      skipExisting: run.skipExisting,
      consent: run.consent,
    };
    void keepImport(kept);
    onFile(kept);
  };
  return (
    <>
      {other !== null && (
        <p className={classes.problem} role="alert">
          {t('otherFile', { name: other })}
        </p>
      )}
      <DropZone
        title={t('again', { name: run.fileName })}
        choose={t('choose')}
        help={t('againHelp')}
        accept={ACCEPT}
        onFile={take}
      />
    </>
  );
}
