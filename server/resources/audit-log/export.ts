/**
 * The whole log as a file, written while it is read. Entries never change and new ones stand above where it began, so
 * that pages read one after the other are of one moment.
 */
import { csvRow } from '@/components/csv/write';
import type { WorkspaceDb } from '@/server/db/workspace';
import { inPieces } from '@/server/lib/file-in-pieces';
import { pageStatement } from '@/server/resources/audit-log/entries';
import { entry, type AuditEntry, type ExportFormat, type Filter } from '@/server/resources/audit-log/schema';

/** Some 300 KB of text. */
const PAGE = 1000;

const FIELDS = entry.keyof().options;

/** As a cell of the table; `data` as JSON. */
function cell(value: AuditEntry[keyof AuditEntry]): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const WRITERS: Record<ExportFormat, { head: string; write: (row: AuditEntry) => string }> = {
  csv: { head: csvRow(FIELDS), write: (row) => csvRow(FIELDS.map((field) => cell(row[field]))) },
  ndjson: {
    head: '',
    write: (row) => `${JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, row[field]])))}\n`,
  },
};

/** Newest entry first; of an empty log at least one piece, which may be empty. */
export function exportLog(db: WorkspaceDb, filter: Filter, format: ExportFormat): AsyncGenerator<string, void> {
  const { head, write } = WRITERS[format];
  return inPieces({
    head,
    size: PAGE,
    read: (last: AuditEntry | undefined) => {
      const after = last && { key: last.createdAt.toISOString(), id: last.id };
      const { statement, values } = pageStatement(filter, after, PAGE);
      return db.rows(statement, ...values);
    },
    write,
  });
}
