/** A page of a table's rows, the newest first, by keyset (docs/contract/shared.md#lists). */
import { columnsOf, type TableName } from '@/server/platform/db/columns';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { composedStatement, type Parameters } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';

export interface ListPage<Row> {
  data: Row[];
  cursor: string | null;
  hasMore: boolean;
}

interface Listing {
  table: TableName;
  /** The instant that the list is ordered by, before the id. */
  by: 'createdAt' | 'updatedAt' | 'placedAt' | 'submittedAt';
  /** Conditions on `r`, beside that of the workspace. */
  filter: readonly string[];
  /** The parameters that the conditions name. */
  parameters: Parameters;
  cursor: string | undefined;
  limit: number;
}

/**
 * @template Row has the columns of the table as PostgreSQL returns them
 * @throws AppError VALIDATION for a cursor that is not from this list
 */
export async function listPage<Row extends { id: string }>(
  db: Pick<WorkspaceDb, 'rows'>,
  { table, by, filter, parameters, cursor, limit }: Listing,
  keyOf: (row: Row) => Date,
): Promise<ListPage<Row>> {
  const conditions = ['r."accountId" = $1', ...filter];
  if (cursor !== undefined) {
    const { key, id } = decodeCursor(cursor, 'instant');
    conditions.push(`(r."${by}", r.id) < (${parameters.add(key, 'timestamptz')}, ${parameters.add(id, 'text')})`);
  }
  const rows = await db.rows(
    composedStatement<Row>(
      `SELECT ${columnsOf(table, 'r')} FROM "${table}" r WHERE ${conditions.join(' AND ')}
        ORDER BY r."${by}" DESC, r.id DESC LIMIT ${parameters.add(limit + 1, 'int')}`,
    ),
    ...parameters.values,
  );
  const page = cutPage(rows, limit, keyOf);
  return { data: page.rows, cursor: page.nextCursor, hasMore: page.hasMore };
}
