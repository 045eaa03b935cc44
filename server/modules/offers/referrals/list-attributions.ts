/** The list of attributions, newest first: keyset pages with the total of the same filter, in one statement. */
import { THIS_WORKSPACE, workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, joinedRows } from '@/server/platform/db/cursor';
import {
  LISTED_ATTRIBUTION,
  personJoin,
  presentListedAttribution,
  type ListedAttributionRow,
} from '@/server/modules/offers/referrals/rows';
import type { ListAttributionsInput, ListedAttribution } from '@/server/modules/offers/referrals/lists-schema';

type ListRow = Omit<ListedAttributionRow, 'id'> & { id: string | null; total: number };

/**
 * The filters of a page. Every combination has its own statement, so that PostgreSQL plans each with its own index.
 */
interface Variant {
  status: boolean;
  linkId: boolean;
  q: boolean;
  cursor: boolean;
}

const nameOf = (v: Variant): string =>
  `referrals.attributions${v.status ? '.status' : ''}${v.linkId ? '.link' : ''}${v.q ? '.q' : ''}${v.cursor ? '.cursor' : ''}`;

const SEARCHED = [
  'a."refereeCustomerId"',
  'a."referrerCustomerId"',
  'l.code',
  'a."qualifyingCheckoutSessionId"',
  'a."externalRef"',
];

function listStatement(variant: Variant): WorkspaceStatement<ListRow, unknown[]> {
  let next = 3;
  const from = `"ReferralAttribution" a JOIN "ReferralLink" l ON l."accountId" = ${THIS_WORKSPACE} AND l.id = a."linkId"`;
  const filter = ['a."accountId" = $1'];
  if (variant.status) filter.push(`a.status = $${next++}`);
  if (variant.linkId) filter.push(`a."linkId" = $${next++}`);
  if (variant.q) {
    const q = `lower($${next++}::text)`;
    filter.push(`(${SEARCHED.map((column) => `strpos(lower(${column}), ${q}) > 0`).join(' OR ')})`);
  }
  // Every attribution has a link, which only the search has to read for the total.
  const total = `SELECT count(*)::int AS total FROM ${variant.q ? from : '"ReferralAttribution" a'}
    WHERE ${filter.join(' AND ')}`;
  if (variant.cursor) filter.push(`(a."createdAt", a.id) < ($${next++}::timestamptz, $${next++}::text)`);
  const sorted = `ORDER BY a."createdAt" DESC, a.id DESC`;

  // The total comes along also when the page is empty.
  return workspaceStatement(
    nameOf(variant),
    `SELECT t.total, page.* FROM (${total}) t LEFT JOIN LATERAL (
       SELECT ${LISTED_ATTRIBUTION} FROM (SELECT a.* FROM ${from} WHERE ${filter.join(' AND ')} ${sorted} LIMIT $2) a
       JOIN "ReferralLink" l ON l."accountId" = ${THIS_WORKSPACE} AND l.id = a."linkId"
       ${personJoin('k1', 'a."referrerCustomerId"')}
       ${personJoin('k2', 'a."refereeCustomerId"')}
       ${sorted}) page ON true`,
  );
}

const BOTH = [false, true];
const STATEMENTS = new Map(
  BOTH.flatMap((status) =>
    BOTH.flatMap((linkId) => BOTH.flatMap((q) => BOTH.map((cursor) => ({ status, linkId, q, cursor })))),
  ).map((variant) => [nameOf(variant), listStatement(variant)]),
);

export interface AttributionPage {
  items: ListedAttribution[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** @throws AppError VALIDATION for a cursor that is not from this list */
export async function listAttributions(db: WorkspaceDb, input: ListAttributionsInput): Promise<AttributionPage> {
  const q = input.q === '' ? undefined : input.q;
  const parameters: unknown[] = [input.limit + 1];
  if (input.status !== undefined) parameters.push(input.status);
  if (input.linkId !== undefined) parameters.push(input.linkId);
  if (q !== undefined) parameters.push(q);
  if (input.cursor !== undefined) {
    const { key, id } = decodeCursor(input.cursor, 'instant');
    parameters.push(key, id);
  }
  const statement = STATEMENTS.get(
    nameOf({
      status: input.status !== undefined,
      linkId: input.linkId !== undefined,
      q: q !== undefined,
      cursor: input.cursor !== undefined,
    }),
  );
  if (statement === undefined) throw new Error('There is no statement for this list.');
  const rows = await db.rows(statement, ...parameters);
  const page = cutPage(joinedRows(rows), input.limit, (row) => row.createdAt);
  return {
    items: page.rows.map(presentListedAttribution),
    total: rows[0]?.total ?? 0,
    nextCursor: page.nextCursor,
    hasMore: page.hasMore,
  };
}
