/** Exports all contacts of a filter as a file, streamed while it is read (docs/contract/contacts.md#exporting-many). */
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

/** A contact of a page; `isIn` is true when the file contains it. */
type Exported = ListRow & { isIn: boolean };

const PAGE = 500;
/** With the columns of fields and families fewer than the import takes of a file. */
const MAX_ATTRIBUTES = 100;
/**
 * Contacts that are looked at for columns, the newest: what others have stands in the column of all other attributes.
 */
const LOOKED_AT = 5_000;

/** The ids of the contacts of one page that are in a segment. */
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
 * Exports contacts as CSV. A mark at the beginning tells Excel that the file is UTF-8. The audit log gets its entry
 * before the first piece. For a segment, each page of the filter is checked for members, so that no page computes the
 * whole segment.
 * @param isRead false: only the headers of the answer are read (HEAD), and nobody sees a contact
 * @throws AppError NOT_FOUND for an unknown segment
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
