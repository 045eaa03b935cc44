/**
 * All contacts of a filter as a file, written while it is read (docs/contract/contacts.md#exporting-many).
 */
import type { AttributeType } from '@/components/csv/contact-targets';
import { attributeColumns, cellsOf, headOf } from '@/components/csv/contact-file';
import { csvRow } from '@/components/csv/write';
import { composedStatement, Parameters, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { inPieces } from '@/server/platform/lib/file-in-pieces';
import { compile } from '@/server/modules/audience/audience-segments/compile';
import { get as getSegment } from '@/server/modules/audience/audience-segments/rows';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import { readContacts, type ListRow } from '@/server/modules/audience/contacts/list';
import { presentContact } from '@/server/modules/audience/contacts/rows';
import type { ExportFileInput } from '@/server/modules/audience/contacts/schema';

/** A row of a page, and whether the file has it. */
type Exported = ListRow & { isIn: boolean };

const PAGE = 500;
/** With the columns of fields and families fewer than the import takes of a file. */
const MAX_ATTRIBUTES = 100;
/**
 * Contacts that are looked at for columns, the newest: what others have stands in the column of all other attributes.
 */
const LOOKED_AT = 5_000;

/** Contacts of one page who are in a segment, by their ids. */
async function membersAmong(db: WorkspaceDb, definition: Definition, rows: readonly ListRow[]): Promise<Set<string>> {
  const parameters = new Parameters();
  const ids = parameters.add(
    rows.map(({ id }) => id),
    'text[]',
  );
  const slice = `SELECT c.* FROM "Contact" c WHERE c."accountId" = $1 AND c.id = ANY (${ids})`;
  const { from, where } = compile(definition, db.now, parameters, slice);
  const found = await db.rows(
    composedStatement<{ id: string }>(`SELECT c.id FROM ${from} WHERE ${where}`),
    ...parameters.values,
  );
  return new Set(found.map(({ id }) => id));
}

const TYPES: Record<string, AttributeType> = { number: 'number', boolean: 'boolean' };

const findAttributes = workspaceStatement<{ key: string; type: string }>(
  'contacts.export-file.attributes',
  `SELECT e.key, mode() WITHIN GROUP (ORDER BY jsonb_typeof(e.value)) AS type
   FROM (SELECT c.attributes FROM "Contact" c WHERE c."accountId" = $1 ORDER BY c."createdAt" DESC, c.id DESC
     LIMIT ${LOOKED_AT}) looked
   CROSS JOIN LATERAL jsonb_each(looked.attributes) e
   WHERE jsonb_typeof(e.value) IN ('string', 'number', 'boolean') GROUP BY 1 ORDER BY count(*) DESC, 1
     LIMIT ${MAX_ATTRIBUTES}`,
);

/**
 * Excel knows by the mark at the beginning that it is UTF-8. The entry of the audit log stands before the first piece.
 * Of a segment every page of the filter is asked who is in it, so that no page works out the whole segment.
 * @param isRead false: only its headers are looked at, and nobody gets to see anybody
 * @throws AppError NOT_FOUND for a segment that is not there
 */
export async function exportFile(
  db: WorkspaceDb,
  { segmentId, ...input }: ExportFileInput,
  { isRead }: { isRead: boolean },
): Promise<AsyncGenerator<string, void>> {
  const segment = segmentId === undefined ? null : await getSegment(db, segmentId);
  if (isRead)
    await db.transaction((tx) =>
      tx.audit({
        action: 'contact.export',
        targetType: 'workspace',
        targetId: tx.accountId,
        data: { ...input, ...(segmentId !== undefined && { segmentId }) },
      }),
    );
  const found = await db.rows(findAttributes);
  const columns = attributeColumns(found.map(({ key, type }) => ({ key, type: TYPES[type] ?? 'text' })));
  return inPieces({
    head: `\uFEFF${csvRow(headOf(columns))}`,
    size: PAGE,
    read: async (last: Exported | undefined): Promise<Exported[]> => {
      const rows = await readContacts(db, input, last && { key: last.at.toISOString(), id: last.id }, PAGE);
      const members = segment === null ? null : await membersAmong(db, segment.definition, rows);
      return rows.map((row) => ({ ...row, isIn: members?.has(row.id) ?? true }));
    },
    write: (row) => (row.isIn ? csvRow(cellsOf(presentContact(row), columns)) : ''),
  });
}
