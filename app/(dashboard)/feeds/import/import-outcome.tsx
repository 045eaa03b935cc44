'use client';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Delimiter } from '@/components/csv/format';
import { csvFile, csvRow, download } from '@/components/csv/write';
import { OutcomeFigures } from '@/components/csv-file/outcome-figures';
import { DataTable, type Column } from '@/components/ui/data-table';
import { SMALL_ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import { useProblemWords } from './use-problem-words';
import type { Outlook, Refusal } from './work';
import classes from './product-import.module.css';

export interface Result {
  created: number;
  updated: number;
}

interface Props {
  fileName: string;
  headers: readonly string[];
  delimiter: Delimiter;
  outlook: Outlook;
  /** Null: nothing is written yet. */
  result: Result | null;
  onWrite: () => void;
  onColumns: () => void;
  onOther: () => void;
}

/** Refusals shown on the page; the file has all of them. */
const SHOWN = 10;

/** What the file would do, or did; and the rows that do not go in. */
export function ImportOutcome({ fileName, headers, delimiter, outlook, result, onWrite, onColumns, onOther }: Props) {
  const t = useTranslations('feeds.import');
  const problem = useProblemWords();
  const { refusals } = outlook;
  const { created, updated } = result ?? outlook;
  const save = () => {
    const rows = refusals.map(({ cells, line, ...refusal }) =>
      csvRow([...headers.map((_, at) => cells[at] ?? ''), String(line), problem(refusal)], delimiter),
    );
    const head = csvRow([...headers, t('refused.lineHead'), t('refused.reason')], delimiter);
    download(csvFile([head, ...rows]), `${fileName.replace(/\.\w+$/, '')} ${t('refused.fileName')}.csv`);
  };
  const columns: Column<Refusal>[] = [
    { key: 'line', head: t('refused.line'), card: 'title', cell: ({ line }) => t('refused.lineOf', { line }) },
    { key: 'reason', head: t('refused.reason'), wraps: true, cell: (refusal) => problem(refusal) },
  ];
  return (
    <div className={classes.outcome}>
      <Panel title={t(result === null ? 'outlook' : 'done')}>
        <OutcomeFigures
          figures={[
            [t(result === null ? 'would.created' : 'did.created'), created],
            [t(result === null ? 'would.updated' : 'did.updated'), updated],
            [t(result === null ? 'would.refused' : 'did.refused'), refusals.length],
          ]}
        />
        {result === null && <p className={classes.note}>{t('replaces')}</p>}
        <div className={classes.acts}>
          {result === null ? (
            <>
              <Button disabled={created + updated === 0} onClick={onWrite}>
                {t('write', { count: created + updated })}
              </Button>
              <Button variant="default" onClick={onColumns}>
                {t('columns')}
              </Button>
            </>
          ) : (
            <>
              <LinkButton href="/feeds">{t('see')}</LinkButton>
              <Button variant="default" onClick={onOther}>
                {t('another')}
              </Button>
            </>
          )}
        </div>
      </Panel>
      {refusals.length > 0 && (
        <>
          <Panel
            title={t('refused.title', { count: refusals.length })}
            aside={
              <Button size="xs" variant="default" leftSection={<IconDownload {...SMALL_ICON} />} onClick={save}>
                {t('refused.download')}
              </Button>
            }
          >
            <p className={classes.note}>{t('refused.help')}</p>
          </Panel>
          <DataTable
            label={t('refused.first', { count: Math.min(SHOWN, refusals.length) })}
            columns={columns}
            rows={refusals.slice(0, SHOWN)}
            rowKey={({ line }) => String(line)}
          />
        </>
      )}
    </div>
  );
}
