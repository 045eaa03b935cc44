/** The dashboard's list: newest first, in pages, without contents. */
import { workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, joinedRows } from '@/server/platform/db/cursor';
import { countsOf } from '@/server/modules/messaging/broadcasts/rows';
import type { BroadcastSummary, OverviewInput } from '@/server/modules/messaging/broadcasts/schema';

type Row = Omit<BroadcastSummary, 'id'> & { id: string | null; total: number };

interface Variant {
  status: boolean;
  q: boolean;
  cursor: boolean;
}

const nameOf = (v: Variant): string =>
  `broadcasts.overview${v.status ? '.status' : ''}${v.q ? '.q' : ''}${v.cursor ? '.cursor' : ''}`;

function overviewStatement(variant: Variant): WorkspaceStatement<Row, unknown[]> {
  let next = 3;
  const filter = ['b."accountId" = $1'];
  if (variant.status) filter.push(`b.status = $${next++}::text`);
  if (variant.q) filter.push(`strpos(lower(b.name), lower($${next++}::text)) > 0`);
  const total = `(SELECT count(*)::int FROM "Broadcast" b WHERE ${filter.join(' AND ')})`;
  if (variant.cursor) filter.push(`(b."createdAt", b.id) < ($${next++}::timestamptz, $${next++}::text)`);
  // The total comes along also when the page is empty.
  return workspaceStatement(
    nameOf(variant),
    `SELECT s.total, page.* FROM (SELECT ${total} AS total) s LEFT JOIN LATERAL (
       SELECT b.id, b.name, b.providers, b.status, b."scheduledAt", b."startedAt", b."createdAt", b."updatedAt",
         ${countsOf('b')} FROM "Broadcast" b
       WHERE ${filter.join(' AND ')} ORDER BY b."createdAt" DESC, b.id DESC LIMIT $2) page ON true`,
  );
}

const BOTH = [false, true];
const STATEMENTS = new Map(
  BOTH.flatMap((status) => BOTH.flatMap((q) => BOTH.map((cursor) => ({ status, q, cursor })))).map((variant) => [
    nameOf(variant),
    overviewStatement(variant),
  ]),
);

export interface OverviewPage {
  items: BroadcastSummary[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** @throws AppError VALIDATION for a cursor of another list */
export async function overview(db: WorkspaceDb, input: OverviewInput): Promise<OverviewPage> {
  const q = input.q === '' ? undefined : input.q;
  const parameters: unknown[] = [input.limit + 1];
  if (input.status !== undefined) parameters.push(input.status);
  if (q !== undefined) parameters.push(q);
  if (input.cursor !== undefined) {
    const { key, id } = decodeCursor(input.cursor, 'instant');
    parameters.push(key, id);
  }
  const statement = STATEMENTS.get(
    nameOf({ status: input.status !== undefined, q: q !== undefined, cursor: input.cursor !== undefined }),
  );
  if (statement === undefined) throw new Error('There is no statement for this list.');
  const rows = await db.rows(statement, ...parameters);
  const page = cutPage(joinedRows(rows), input.limit, (row) => row.createdAt);
  return {
    items: page.rows,
    total: rows[0]?.total ?? 0,
    nextCursor: page.nextCursor,
    hasMore: page.hasMore,
  };
}
