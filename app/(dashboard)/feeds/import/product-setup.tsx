'use client';
import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import type { FileSummary } from '@/components/csv/inspect';
import { guessProducts, PRODUCT_FIELDS, type ProductMapping } from '@/components/csv/product-columns';
import { isUsable, type Prices } from '@/components/csv/product-rows';
import { ColumnList, ColumnRow } from '@/components/csv-file/column-list';
import { FilePanel } from '@/components/csv-file/file-panel';
import type { Chosen } from '@/components/csv-file/use-inspection';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { ErrorNotice } from '@/components/ui/error-notice';
import { WorkProgress } from '@/components/ui/work-progress';
import { Panel } from '@/components/ui/panel';
import { FirstProducts } from './first-products';
import { ImportOutcome, type Result } from './import-outcome';
import { lookThrough, writeAll, type Outlook, type Source } from './work';
import classes from '@/components/csv-file/csv-file.module.css';

interface Props {
  file: File;
  summary: FileSummary;
  reading: boolean;
  prices: Prices;
  onChoose: (patch: Chosen) => void;
  onOther: () => void;
}

type Work = { kind: 'checking' | 'writing'; done: number; total: number; at: number };

/** What the columns stand for, with the first products as they will be; a look at every row; then they are written. */
export function ProductSetup({ file, summary, reading, prices, onChoose, onOther }: Props) {
  const t = useTranslations('feeds.import');
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [mapping, setMapping] = useState<ProductMapping>(() => guessProducts(summary.columns));
  const [work, setWork] = useState<Work | null>(null);
  const [outlook, setOutlook] = useState<Outlook | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useUnsavedChanges(result === null);

  const source: Source = { file, format: summary.format, hasHeader: summary.hasHeader, mapping, prices };
  const run = async (
    kind: Work['kind'],
    total: number,
    act: (tell: (done: number) => void, signal: AbortSignal) => Promise<void>,
  ) => {
    const { signal } = (stop.current = new AbortController());
    const tell = (done: number) => setWork({ kind, done, total, at: Date.now() });
    setFailure(null);
    tell(0);
    try {
      await act(tell, signal);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    } finally {
      if (!signal.aborted) setWork(null);
    }
  };
  const check = () =>
    run('checking', summary.rows, async (tell, signal) => setOutlook(await lookThrough(client, source, tell, signal)));
  const write = ({ created, updated }: Outlook) =>
    run('writing', created + updated, async (tell, signal) => {
      try {
        setResult(await writeAll(client, source, tell, signal));
      } finally {
        // Also what was written before a failure.
        void queryClient.invalidateQueries(trpc.feeds.pathFilter());
      }
    });

  if (outlook !== null && work === null)
    return (
      <>
        {failure !== null && <ErrorNotice error={failure} act="write" />}
        <ImportOutcome
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
                    ...PRODUCT_FIELDS.map((value) => ({ value, label: t(`fields.${value}`) })),
                  ]}
                  value={field ?? ''}
                  error={field !== null && taken.has(field) ? t('twice') : undefined}
                  onChange={(event) => {
                    const chosen = PRODUCT_FIELDS.find((known) => known === event.currentTarget.value) ?? null;
                    setMapping(mapping.map((old, place) => (place === at ? chosen : old)));
                  }}
                />
              </ColumnRow>
            );
          })}
        </ColumnList>
      </div>
      <div className={classes.side}>
        <FirstProducts rows={summary.beginning} mapping={mapping} prices={prices} />
        <div className={classes.go}>
          {!isUsable(mapping) && (
            <p className={classes.problem} role="alert">
              {t('unusable')}
            </p>
          )}
          {failure !== null && <ErrorNotice error={failure} act="read" />}
          <Button fullWidth disabled={!isUsable(mapping) || taken.size > 0 || reading} onClick={() => void check()}>
            {t('check', { count: summary.rows })}
          </Button>
          <p className={classes.note}>{t('checkHelp')}</p>
        </div>
      </div>
    </div>
  );
}
