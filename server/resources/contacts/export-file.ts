/**
 * All contacts of a filter as a file, written while it is read (docs/contract/contacts.md#exporting).
 */
import type { AttributeType } from '@/components/csv/contact-columns';
import { attributeColumns, cellsOf, headOf } from '@/components/csv/contact-file';
import { csvRow } from '@/components/csv/write';
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { inPieces } from '@/server/lib/file-in-pieces';
import { readContacts, type ListRow } from '@/server/resources/contacts/list';
import { presentContact } from '@/server/resources/contacts/rows';
import type { ExportFileInput } from '@/server/resources/contacts/schema';

const PAGE = 500;
/** With the columns of fields and families fewer than the import takes of a file. */
const MAX_ATTRIBUTES = 100;
/** Contacts that are looked at for columns, the newest: what others have stands in the column of all other attributes. */
const LOOKED_AT = 5_000;

const TYPES: Record<string, AttributeType> = { number: 'number', boolean: 'boolean' };

const findAttributes = workspaceStatement<{ key: string; type: string }>(
  'contacts.export-file.attributes',
  `SELECT e.key, mode() WITHIN GROUP (ORDER BY jsonb_typeof(e.value)) AS type
   FROM (SELECT c.attributes FROM "Contact" c WHERE c."accountId" = $1 ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${LOOKED_AT}) looked
   CROSS JOIN LATERAL jsonb_each(looked.attributes) e
   WHERE jsonb_typeof(e.value) IN ('string', 'number', 'boolean') GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MAX_ATTRIBUTES}`,
);

/** Excel knows by the mark at the beginning that it is UTF-8. The entry of the audit log stands before the first piece. */
export async function exportFile(db: WorkspaceDb, input: ExportFileInput): Promise<AsyncGenerator<string, void>> {
  await db.transaction((tx) =>
    tx.audit({ action: 'contact.export', targetType: 'workspace', targetId: tx.accountId, data: { ...input } }),
  );
  const found = await db.rows(findAttributes);
  const columns = attributeColumns(found.map(({ key, type }) => ({ key, type: TYPES[type] ?? 'text' })));
  return inPieces({
    head: `\uFEFF${csvRow(headOf(columns))}`,
    size: PAGE,
    read: (last: ListRow | undefined) =>
      readContacts(db, input, last && { key: last.at.toISOString(), id: last.id }, PAGE),
    write: (row) => csvRow(cellsOf(presentContact(row), columns)),
  });
}
