'use client';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RowFigures, RowKind } from '@/components/csv-file/import/kind';
import type { Outlook, Refusal } from '@/components/csv-file/import/work';
import { OutcomeFigures } from '@/components/csv-file/outcome-figures';
import type { Delimiter } from '@/components/csv/format';
import { csvFile, csvRow, download } from '@/components/csv/write';
import { DataTable, type Column } from '@/components/ui/data-table';
import { SMALL_ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import classes from './row-import.module.css';

interface Props<Item extends object, Field extends string, Problem extends string> {
  kind: RowKind<Item, Field, Problem>;
  fileName: string;
  headers: readonly string[];
  delimiter: Delimiter;
  outlook: Outlook<Field, Problem>;
  /** Null: nothing is written yet. */
  result: RowFigures | null;
  onWrite: () => void;
  onColumns: () => void;
  onOther: () => void;
}

/** Refusals shown on the page; the file has all of them. */
const SHOWN = 10;

/** The result of the file, or the expected one; and the rows that do not go in. */
export function RowOutcome<Item extends object, Field extends string, Problem extends string>({
  kind: { words, writes },
  fileName,
  headers,
  delimiter,
  outlook,
  result,
  onWrite,
  onColumns,
  onOther,
}: Props<Item, Field, Problem>) {
  const t = useTranslations('csvRows');
  const { refusals } = outlook;
  const { created, known } = result ?? outlook;
  const count = writes(outlook);
  const save = () => {
    const rows = refusals.map(({ cells, line, problem, field }) =>
      csvRow([...headers.map((_, at) => cells[at] ?? ''), String(line), words.problem(problem, field)], delimiter),
    );
    const head = csvRow([...headers, t('refused.lineHead'), t('refused.reason')], delimiter);
    download(csvFile([head, ...rows]), `${fileName.replace(/\.\w+$/, '')} ${t('refused.fileName')}.csv`);
  };
  const columns: Column<Refusal<Field, Problem>>[] = [
    { key: 'line', head: t('refused.line'), card: 'title', cell: ({ line }) => t('refused.lineOf', { line }) },
    {
      key: 'reason',
      head: t('refused.reason'),
      wraps: true,
      cell: ({ problem, field }) => words.problem(problem, field),
    },
  ];
  return (
    <div className={classes.outcome}>
      <Panel title={t(result === null ? 'outlook' : 'done')}>
        <OutcomeFigures
          figures={[
            [t(result === null ? 'would.created' : 'did.created'), created],
            [result === null ? words.wouldBeKnown : words.wasKnown, known],
            [t(result === null ? 'would.refused' : 'did.refused'), refusals.length],
          ]}
        />
        {result === null && known > 0 && <p className={classes.note}>{words.known}</p>}
        <div className={classes.acts}>
          {result === null ? (
            <>
              <Button disabled={count === 0} onClick={onWrite}>
                {count === 0 ? t('nothing') : words.write(count)}
              </Button>
              <Button variant="default" onClick={onColumns}>
                {t('columns')}
              </Button>
            </>
          ) : (
            <>
              <LinkButton href={words.back.href}>{words.see}</LinkButton>
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
