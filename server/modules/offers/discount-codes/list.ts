/**
 * The list of codes (docs/contract/discount-codes.md#listing): keyset pages in four orders, with the total of the same
 * filter, in one statement.
 */
import { workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, joinedRows, type KeyShape } from '@/server/platform/db/cursor';
import { codeColumns, presentCode, type DiscountCodeRow } from '@/server/modules/offers/discount-codes/rows';
import { type DiscountCode, type ListInput, type Sort } from '@/server/modules/offers/discount-codes/schema';
import { ORIGINS, SORTS, SOURCES_OF, type Origin } from '@/server/modules/offers/discount-codes/vocabulary';

interface Order {
  key: string;
  type: string;
  shape: KeyShape;
  direction: 'ASC' | 'DESC';
  of(row: ListRow): Date | string | number;
}

const ORDERS: Record<Sort, Order> = {
  newest: {
    key: 'd."createdAt"',
    type: 'timestamptz',
    shape: 'instant',
    direction: 'DESC',
    of: (row) => row.createdAt,
  },
  oldest: { key: 'd."createdAt"', type: 'timestamptz', shape: 'instant', direction: 'ASC', of: (row) => row.createdAt },
  code: { key: 'lower(d.code)', type: 'text', shape: 'text', direction: 'ASC', of: (row) => row.folded },
  most_redeemed: {
    key: 'd."redemptionCount"',
    type: 'int',
    shape: 'integer',
    direction: 'DESC',
    of: (row) => row.redemptionCount,
  },
};

type ListRow = Omit<DiscountCodeRow, 'id'> & { id: string | null; total: number; folded: string };

/**
 * The filters of a page. Every combination has its own statement, so that PostgreSQL plans each with its own index.
 */
interface Variant {
  sort: Sort;
  active: boolean;
  origin: Origin | undefined;
  q: boolean;
  cursor: boolean;
}

const nameOf = (v: Variant): string =>
  `discount-codes.list.${v.sort}${v.active ? '.active' : ''}${v.origin === undefined ? '' : `.${v.origin}`}${v.q ? '.q' : ''}${v.cursor ? '.cursor' : ''}`;

function listStatement(variant: Variant): WorkspaceStatement<ListRow, unknown[]> {
  const order = ORDERS[variant.sort];
  let next = 2;
  const limit = `$${next++}`;
  const active = variant.active ? `$${next++}::boolean` : undefined;
  const q = variant.q ? `$${next++}::text` : undefined;
  const after = variant.cursor ? `($${next++}::${order.type}, $${next++}::text)` : undefined;

  const filter = ['d."accountId" = $1'];
  if (active) filter.push(`d.active = ${active}`);
  if (variant.origin === undefined) filter.push(`d.source <> 'batch'`);
  else filter.push(`d.source IN (${SOURCES_OF[variant.origin].map((source) => `'${source}'`).join(', ')})`);
  if (q) filter.push(`(strpos(lower(d.code), lower(${q})) > 0 OR strpos(lower(d.description), lower(${q})) > 0)`);
  const total =
    q || variant.origin
      ? `(SELECT count(*)::int FROM "DiscountCode" d WHERE ${filter.join(' AND ')})`
      : `coalesce((SELECT ${active ? `CASE WHEN ${active} THEN t.active ELSE t.inactive END` : 't.active + t.inactive'} FROM "DiscountCodeTally" t WHERE t."accountId" = $1), 0)`;
  if (after) filter.push(`(${order.key}, d.id) ${order.direction === 'ASC' ? '>' : '<'} ${after}`);

  // The total comes along also when the page is empty.
  return workspaceStatement(
    nameOf(variant),
    `SELECT s.total, page.* FROM (SELECT ${total} AS total) s LEFT JOIN LATERAL (
       SELECT ${codeColumns('d')}, lower(d.code) AS folded FROM "DiscountCode" d WHERE ${filter.join(' AND ')}
       ORDER BY ${order.key} ${order.direction}, d.id ${order.direction} LIMIT ${limit}) page ON true`,
  );
}

const BOTH = [false, true];
const STATEMENTS = new Map(
  SORTS.flatMap((sort) =>
    BOTH.flatMap((active) =>
      [undefined, ...ORIGINS, 'batch' as const].flatMap((origin) =>
        BOTH.flatMap((q) => BOTH.map((cursor) => ({ sort, active, origin, q, cursor }))),
      ),
    ),
  ).map((variant) => [nameOf(variant), listStatement(variant)]),
);

export interface CodePage {
  items: DiscountCode[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** @throws AppError VALIDATION for a cursor that is not from this list */
export async function list(db: WorkspaceDb, input: ListInput): Promise<CodePage> {
  const order = ORDERS[input.sort];
  const q = input.q === '' ? undefined : input.q;
  const parameters: unknown[] = [input.limit + 1];
  if (input.active !== undefined) parameters.push(input.active);
  if (q !== undefined) parameters.push(q);
  if (input.cursor !== undefined) {
    const { key, id } = decodeCursor(input.cursor, order.shape);
    parameters.push(key, id);
  }
  const statement = STATEMENTS.get(
    nameOf({
      sort: input.sort,
      active: input.active !== undefined,
      origin: input.source ?? input.origin,
      q: q !== undefined,
      cursor: input.cursor !== undefined,
    }),
  );
  if (statement === undefined) throw new Error('There is no statement for this list.');
  const rows = await db.rows(statement, ...parameters);
  const page = cutPage(joinedRows(rows), input.limit, (row) => order.of(row));
  return {
    items: page.rows.map(presentCode),
    total: rows[0]?.total ?? 0,
    nextCursor: page.nextCursor,
    hasMore: page.hasMore,
  };
}
