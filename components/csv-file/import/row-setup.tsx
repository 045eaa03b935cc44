'use client';
import { Button, NativeSelect } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { ColumnList, ColumnRow } from '@/components/csv-file/column-list';
import { FilePanel } from '@/components/csv-file/file-panel';
import { FirstRows } from '@/components/csv-file/import/first-rows';
import type { RowFigures, RowKind } from '@/components/csv-file/import/kind';
import { RowOutcome } from '@/components/csv-file/import/row-outcome';
import { lookThrough, writeAll, type Outlook, type Source } from '@/components/csv-file/import/work';
import type { Chosen } from '@/components/csv-file/use-inspection';
import type { FileSummary } from '@/components/csv/inspect';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { WorkProgress } from '@/components/ui/work-progress';
import classes from '@/components/csv-file/csv-file.module.css';

interface Props<Item extends object, Field extends string, Problem extends string> {
  kind: RowKind<Item, Field, Problem>;
  file: File;
  summary: FileSummary;
  reading: boolean;
  onChoose: (patch: Chosen) => void;
  onOther: () => void;
}

type Work = { kind: 'checking' | 'writing'; done: number; total: number; at: number };

/** The meaning of the columns, with the first rows as what they become; a look at every row; then they are written. */
export function RowSetup<Item extends object, Field extends string, Problem extends string>({
  kind,
  file,
  summary,
  reading,
  onChoose,
  onOther,
}: Props<Item, Field, Problem>) {
  const t = useTranslations('csvRows');
  const [mapping, setMapping] = useState(() => kind.guess(summary.columns));
  const [work, setWork] = useState<Work | null>(null);
  const [outlook, setOutlook] = useState<Outlook<Field, Problem> | null>(null);
  const [result, setResult] = useState<RowFigures | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useUnsavedChanges(result === null);

  const { words } = kind;
  const source: Source<Item, Field, Problem> = {
    file,
    format: summary.format,
    hasHeader: summary.hasHeader,
    mapping,
    kind,
  };
  const run = async (
    what: Work['kind'],
    total: number,
    act: (onProgress: (done: number) => void, signal: AbortSignal) => Promise<void>,
  ) => {
    const { signal } = (stop.current = new AbortController());
    const onProgress = (done: number) => setWork({ kind: what, done, total, at: Date.now() });
    setFailure(null);
    onProgress(0);
    try {
      await act(onProgress, signal);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    } finally {
      if (!signal.aborted) setWork(null);
    }
  };
  const check = () =>
    run('checking', summary.rows, async (onProgress, signal) =>
      setOutlook(await lookThrough(source, onProgress, signal)),
    );
  const write = ({ created, known }: RowFigures) =>
    run('writing', created + known, async (onProgress, signal) => {
      try {
        setResult(await writeAll(source, onProgress, signal));
      } finally {
        kind.onWritten();
      }
    });

  if (outlook !== null && work === null)
    return (
      <>
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        <RowOutcome
          kind={kind}
          fileName={file.name}
          headers={summary.headers}
          delimiter={summary.format.delimiter}
          outlook={outlook}
          result={result}
          onWrite={() => void write(outlook)}
          onColumns={() => setOutlook(null)}
          onOther={onOther}
        />
      </>
    );
  if (work !== null)
    return (
      <Panel>
        <WorkProgress label={t(work.kind)} done={work.done} total={work.total} at={work.at} />
        <p className={classes.note}>{t(`${work.kind}Help`)}</p>
      </Panel>
    );
  const taken = new Set(mapping.filter((field, at) => field !== null && mapping.indexOf(field) !== at));
  const isUsable = kind.isUsable(mapping);
  return (
    <div className={classes.setup}>
      <div className={classes.main}>
        <FilePanel file={file} summary={summary} reading={reading} onChoose={onChoose} onOther={onOther} />
        <ColumnList>
          {summary.columns.map((column, at) => {
            const field = mapping[at] ?? null;
            return (
              <ColumnRow key={column.header} column={column} rows={summary.rows} isIgnored={field === null}>
                <NativeSelect
                  aria-label={t('becomes', { column: column.header })}
                  data={[
                    { value: '', label: t('ignore') },
                    ...kind.fields.map((value) => ({ value, label: words.field(value) })),
                  ]}
                  value={field ?? ''}
                  error={field !== null && taken.has(field) ? t('twice') : undefined}
                  onChange={(event) => {
                    const chosen = kind.fields.find((known) => known === event.currentTarget.value) ?? null;
                    setMapping(mapping.map((old, place) => (place === at ? chosen : old)));
                  }}
                />
              </ColumnRow>
            );
          })}
        </ColumnList>
      </div>
      <div className={classes.side}>
        <FirstRows kind={kind} rows={summary.beginning} mapping={mapping} />
        <div className={classes.go}>
          {!isUsable && (
            <p className={classes.problem} role="alert">
              {words.unusable}
            </p>
          )}
          {failure !== null && <ErrorNotice error={failure} act="read" />}
          <Button fullWidth disabled={!isUsable || taken.size > 0 || reading} onClick={() => void check()}>
            {t('check', { count: summary.rows })}
          </Button>
          <p className={classes.note}>{t('checkHelp')}</p>
        </div>
      </div>
    </div>
  );
}
