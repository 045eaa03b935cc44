'use client';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { planOf } from '@/app/(dashboard)/contacts/import/plan';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { csvFile, csvRow, download } from '@/components/csv/write';
import { DataTable, type Column } from '@/components/ui/data-table';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import type { ContactImport } from './import-run';
import classes from '@/components/csv-file/csv-file.module.css';
import { refusalOptions } from './import-reads';

/**
 * Why a row is refused, and what helps; a reason that names a field's fault is said as it is.
 * @param isWarning the row goes in all the same
 */
function useReasonWords(isWarning = false): (reason: string) => { what: string; fix: string | null } {
  const t = useTranslations(isWarning ? 'contacts.import.warnings' : 'contacts.import.reasons');
  return (reason) => {
    const key = reason as 'INVALID_EMAIL';
    if (!t.has(`${key}.what`)) return { what: reason, fix: null };
    return { what: t(`${key}.what`), fix: t(`${key}.fix`) };
  };
}

type Refusal = Outputs['contacts']['imports']['refusals']['items'][number];

const PAGE = 5000;

/**
 * Why rows do not go in, the first of them, and all of them as a file to correct and import again.
 * @param warnings of the rows that go in, and not with all that they have
 */
export function RefusedRows({ run, warnings = false }: { run: ContactImport; warnings?: boolean }) {
  const t = useTranslations('contacts.import.refusals');
  const tWarned = useTranslations('contacts.import.warned');
  const format = useFormat();
  const words = useReasonWords(warnings);
  const reasons = warnings ? run.warnings : run.reasons;
  const count = reasons.reduce((sum, { rows }) => sum + rows, 0);
  const trpc = useTRPC();
  const client = useTRPCClient();
  const plan = planOf(run.plan);
  // Where the row stands in the file, as a spreadsheet counts: from 1, the head included.
  const lineOf = (row: number): number => row + 1 + (plan?.hasHeader === false ? 0 : 1);
  const query = useQuery(refusalOptions(trpc, run.id, warnings));
  const save = useMutation({
    mutationFn: async () => {
      const delimiter = plan?.format.delimiter ?? ',';
      const rows = [csvRow([...run.headers, t('lineHead'), t('reasonHead')], delimiter)];
      for (let after: number | null = -1; after !== null;) {
        const page: Outputs['contacts']['imports']['refusals'] = await client.contacts.imports.refusals.query({
          id: run.id,
          limit: PAGE,
          after,
          warnings,
        });
        for (const { row, reason, cells } of page.items) {
          const padded = run.headers.map((_, at) => cells[at] ?? '');
          rows.push(csvRow([...padded, String(lineOf(row)), words(reason).what], delimiter));
        }
        after = page.next;
      }
      download(
        csvFile(rows),
        `${run.fileName.replace(/\.\w+$/, '')} ${warnings ? tWarned('fileName') : t('fileName')}.csv`,
      );
    },
  });
  const columns: Column<Refusal>[] = [
    {
      key: 'line',
      head: t('line'),
      card: 'title',
      width: 8,
      cell: ({ row }) => <span className={classes.line}>{t('lineOf', { line: lineOf(row) })}</span>,
    },
    { key: 'reason', head: t('reason'), width: 15, priority: 1, wraps: true, cell: ({ reason }) => words(reason).what },
    {
      key: 'cells',
      width: 20,
      head: t('cells'),
      cell: ({ cells }) => (
        <span className={classes.cells}>
          {cells
            .filter((cell) => cell.trim() !== '')
            .slice(0, 6)
            .map((cell, at) => (
              <span key={at}>{cell}</span>
            ))}
        </span>
      ),
    },
  ];
  return (
    <>
      <Panel
        title={warnings ? tWarned('title', { count }) : t('title', { count })}
        aside={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload {...SMALL_ICON} />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('download')}
          </Button>
        }
      >
        <ul className={classes.reasons}>
          {reasons.map(({ reason, rows }) => {
            const { what, fix } = words(reason);
            return (
              <li key={reason}>
                <span>{what}</span>
                <output>{format.number(rows)}</output>
                {fix !== null && <small>{fix}</small>}
              </li>
            );
          })}
        </ul>
        <p className={classes.note}>{warnings ? tWarned('help') : t('help')}</p>
        {save.error && <ErrorNotice error={save.error} act="read" onRetry={() => save.mutate()} />}
      </Panel>
      {query.data && query.data.items.length > 0 && (
        <DataTable
          label={(warnings ? tWarned : t)('first', { count: query.data.items.length })}
          columns={columns}
          rows={query.data.items}
          rowKey={({ row }) => String(row)}
        />
      )}
    </>
  );
}
