/**
 * The whole log as a file, written while it is read. Entries never change and new ones stand above where it began, so
 * that pages read one after the other are of one moment.
 */
import { csvRow } from '@/components/csv/write';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { inPieces } from '@/server/platform/lib/file-in-pieces';
import { pageStatement, withPlaces } from '@/server/modules/account/audit-log/entries';
import {
  entry,
  type AuditEntry,
  type ChainedEntry,
  type ExportFormat,
  type Filter,
} from '@/server/modules/account/audit-log/schema';

/** Some 300 KB of text. */
const PAGE = 1000;

const FIELDS = entry.keyof().options;
/** With its place in the chain. */
const CHAINED = [...FIELDS, 'position', 'hash'] as const;

/** As a cell of the table; `data` as JSON. */
function cell(value: ChainedEntry[keyof ChainedEntry]): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Row = AuditEntry & Partial<ChainedEntry>;

interface Writer {
  head: string;
  write: (row: Row) => string;
}

const WRITERS: Record<ExportFormat, (fields: readonly (keyof ChainedEntry)[]) => Writer> = {
  csv: (fields) => ({ head: csvRow(fields), write: (row) => csvRow(fields.map((field) => cell(row[field] ?? null))) }),
  ndjson: (fields) => ({
    head: '',
    write: (row) => `${JSON.stringify(Object.fromEntries(fields.map((field) => [field, row[field]])))}\n`,
  }),
};

/**
 * Newest entry first; of an empty log at least one piece, which may be empty.
 * @param chain with `position` and `hash` of each entry (docs/contract/audit-log.md#chain)
 */
export function exportLog(
  db: WorkspaceDb,
  filter: Filter,
  { format, chain = false }: { format: ExportFormat; chain?: boolean | undefined },
): AsyncGenerator<string, void> {
  const { head, write } = WRITERS[format](chain ? CHAINED : FIELDS);
  return inPieces({
    head,
    size: PAGE,
    read: async (last: Row | undefined) => {
      const after = last && { key: last.createdAt.toISOString(), id: last.id };
      const { statement, values } = pageStatement(filter, after, PAGE);
      const rows = await db.rows(statement, ...values);
      return chain ? await withPlaces(db, rows) : rows;
    },
    write,
  });
}
