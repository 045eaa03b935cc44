/**
 * Entries of the audit log, newest first. The statement of a call contains only the filters that were sent, so that
 * PostgreSQL picks the right index.
 */
import { columnsOf } from '@/server/platform/db/columns';
import {
  composedStatement,
  Parameters,
  THIS_WORKSPACE,
  workspaceStatement,
  type WorkspaceStatement,
} from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, type CursorPosition } from '@/server/platform/db/cursor';
import type {
  AuditEntry,
  ChainedEntry,
  Filter,
  ListInput,
  ListOutput,
} from '@/server/modules/account/audit-log/schema';

export const COLUMNS = columnsOf('AuditEntry', 'e');

/**
 * The statement for the entries that match a filter.
 * @param after the last entry of the page before
 * @param size the most entries
 */
export function pageStatement(
  filter: Filter,
  after: CursorPosition<string> | undefined,
  size: number,
): { statement: WorkspaceStatement<AuditEntry, unknown[]>; values: unknown[] } {
  const parameters = new Parameters();
  const conditions = ['e."accountId" = $1'];
  if (filter.action !== undefined) conditions.push(`e.action = ${parameters.add(filter.action, 'text')}`);
  if (filter.targetType !== undefined) conditions.push(`e."targetType" = ${parameters.add(filter.targetType, 'text')}`);
  if (filter.targetId !== undefined) conditions.push(`e."targetId" = ${parameters.add(filter.targetId, 'text')}`);
  if (filter.actorId !== undefined) conditions.push(`e."actorId" = ${parameters.add(filter.actorId, 'text')}`);
  if (filter.from !== undefined) conditions.push(`e."createdAt" >= ${parameters.add(filter.from, 'timestamptz')}`);
  if (filter.to !== undefined) conditions.push(`e."createdAt" <= ${parameters.add(filter.to, 'timestamptz')}`);
  if (after !== undefined)
    conditions.push(
      `(e."createdAt", e.id) < (${parameters.add(after.key, 'timestamptz')}, ${parameters.add(after.id, 'text')})`,
    );
  const limit = parameters.add(size, 'int');
  const statement = composedStatement<AuditEntry>(
    `SELECT ${COLUMNS} FROM "AuditEntry" e WHERE ${conditions.join(' AND ')} ORDER BY e."createdAt" DESC, e.id DESC
      LIMIT ${limit}`,
  );
  return { statement, values: parameters.values };
}

/** Reads the places of entries in the chain; entries that wait for the worker are left out. */
const places = workspaceStatement<{ entryId: string; position: bigint; hash: Buffer }, [ids: string[]]>(
  'audit-log.places',
  `SELECT l.* FROM unnest($2::text[]) i (id) CROSS JOIN LATERAL (
     SELECT l."entryId", l.position, l.hash FROM "AuditLink" l
       WHERE l."accountId" = ${THIS_WORKSPACE} AND l."entryId" = i.id OFFSET 0) l`,
);

/** Adds each entry's position and hash in the chain. */
export async function withPlaces(db: WorkspaceDb, entries: readonly AuditEntry[]): Promise<ChainedEntry[]> {
  const rows = await db.rows(
    places,
    entries.map(({ id }) => id),
  );
  const placeOf = new Map(rows.map((row) => [row.entryId, row]));
  return entries.map((entry) => {
    const place = placeOf.get(entry.id);
    return { ...entry, position: place ? Number(place.position) : null, hash: place?.hash.toString('hex') ?? null };
  });
}

/** @throws AppError VALIDATION for a cursor of another list */
export async function list(db: WorkspaceDb, { limit, cursor, ...filter }: ListInput): Promise<ListOutput> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, 'instant');
  const { statement, values } = pageStatement(filter, after, limit + 1);
  const { rows, nextCursor, hasMore } = cutPage(await db.rows(statement, ...values), limit, (row) => row.createdAt);
  return { entries: rows, cursor: nextCursor, hasMore };
}

const byId = workspaceStatement<AuditEntry, [id: string]>(
  'audit-log.get',
  `SELECT ${COLUMNS} FROM "AuditEntry" e WHERE e."accountId" = $1 AND e.id = $2`,
);

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<AuditEntry> {
  const [row] = await db.rows(byId, id);
  return orNotFound(row);
}
