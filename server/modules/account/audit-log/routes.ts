/**
 * `GET /api/v1/audit-log/export?format=csv|ndjson`: the audit log as a file, with the filters of the list. Not a
 * procedure, because the file is no JSON and too large for memory.
 */
import { validationError } from '@/server/platform/errors';
import { download, inPieces } from '@/server/platform/lib/file-in-pieces';
import {
  exportInput,
  entry,
  type AuditEntry,
  type ChainedEntry,
  type ExportFormat,
  type Filter,
} from '@/server/modules/account/audit-log/schema';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { workspace } from '@/server/platform/access/procedures';
import { csvRow } from '@/components/csv/write';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { pageStatement, withPlaces } from '@/server/modules/account/audit-log/entries';

// The whole log as a file, written while it is read. Entries never change and new ones stand above where it began, so
// that pages read one after the other are of one moment.

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
 * Streams the entries, newest first; an empty log gives at least one piece, which may be empty.
 * @param chain true: with `position` and `hash` of each entry (docs/contract/audit-log.md#chain)
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

export const auditLogRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/audit-log/export',
    access: workspace,
    answers: 'csv',
    read({ db, query, now }) {
      const input = exportInput.safeParse(query);
      if (!input.success) throw validationError(input.error);
      const { format, chain, ...filter } = input.data;
      return download('audit-log', format, now, exportLog(db, filter, { format, chain }));
    },
    info: {
      summary: 'Export the audit log',
      description: 'Streams all entries that match the filters as CSV or NDJSON, newest first.',
      tags: ['Audit log'],
      errors: ['VALIDATION'],
      success: { status: 200, description: 'The file.', type: 'text/csv' },
      query: exportInput,
    },
  }),
];
