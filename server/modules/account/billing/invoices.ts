/** A workspace's invoices (docs/contract/billing.md#invoices), newest first, in keyset pages. */
import { listed } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { toNumber } from '@/server/platform/lib/money';
import { invoice, type Invoice, type InvoicesInput } from '@/server/modules/account/billing/schema';

export type InvoiceRow = Omit<Invoice, 'amount'> & { amount: bigint };

/** Returns the columns of an invoice that answers contain. `alias` is the table's name in the statement. */
export const invoiceColumns = (alias: string): string => listed(invoice.keyof().options, alias);
const COLUMNS = invoiceColumns('i');
const ORDER = `ORDER BY i."createdAt" DESC, i.id DESC LIMIT $2`;

const firstPage = workspaceStatement<InvoiceRow, [limit: number]>(
  'billing.invoices',
  `SELECT ${COLUMNS} FROM "Invoice" i WHERE i."accountId" = $1 ${ORDER}`,
);
const laterPage = workspaceStatement<InvoiceRow, [limit: number, createdAt: string, id: string]>(
  'billing.invoices.cursor',
  `SELECT ${COLUMNS} FROM "Invoice" i WHERE i."accountId" = $1
    AND (i."createdAt", i.id) < ($3::timestamptz, $4::text) ${ORDER}`,
);

export const presentInvoice = (row: InvoiceRow): Invoice => ({ ...row, amount: toNumber(row.amount) });

/** @throws AppError VALIDATION for a cursor of another list */
export async function listInvoices(
  db: WorkspaceDb,
  { limit, cursor }: InvoicesInput,
): Promise<{ data: Invoice[]; cursor: string | null; hasMore: boolean }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, 'instant');
  const rows =
    after === undefined
      ? await db.rows(firstPage, limit + 1)
      : await db.rows(laterPage, limit + 1, after.key, after.id);
  const page = cutPage(rows, limit, (row) => row.createdAt);
  return { data: page.rows.map(presentInvoice), cursor: page.nextCursor, hasMore: page.hasMore };
}
