/**
 * The list of links in six orders, and the details of one link: keyset pages with the total of the same filter, in one
 * statement.
 */
import { THIS_WORKSPACE, workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, joinedRows, type KeyShape } from '@/server/platform/db/cursor';
import { linkColumns, personJoin, presentLink, type LinkRow } from '@/server/modules/offers/referrals/rows';
import type { LinkDetails, LinkSort, ListedLink, ListLinksInput } from '@/server/modules/offers/referrals/lists-schema';
import { LINK_SORTS } from '@/server/modules/offers/referrals/vocabulary';

interface Order {
  key: string;
  type: string;
  shape: KeyShape;
  direction: 'ASC' | 'DESC';
  of(row: ListRow): Date | number;
}

/**
 * Orders links by a counter. Counters have no index, so that counting a click updates none; sorting by a counter reads
 * all links of the workspace.
 */
const counter = (key: 'clicks' | 'signups' | 'rewards'): Order => ({
  key: `l.${key}`,
  type: 'int',
  shape: 'integer',
  direction: 'DESC',
  of: (row) => row[key],
});
const ORDERS: Record<LinkSort, Order> = {
  newest: {
    key: 'l."createdAt"',
    type: 'timestamptz',
    shape: 'instant',
    direction: 'DESC',
    of: (row) => row.createdAt,
  },
  oldest: { key: 'l."createdAt"', type: 'timestamptz', shape: 'instant', direction: 'ASC', of: (row) => row.createdAt },
  clicks: counter('clicks'),
  signups: counter('signups'),
  rewards: counter('rewards'),
  revenue: { key: 'l.revenue', type: 'bigint', shape: 'amount', direction: 'DESC', of: (row) => Number(row.revenue) },
};

interface Joined {
  personId: string | null;
  personName: string | null;
  pending: number;
  expired: number;
  voided: number;
  revenues: ListedLink['revenues'];
}
type ListRow = Omit<LinkRow, 'id'> & Joined & { id: string | null; total: number };

/** SQL of the values that are shown with a link, beside its own columns. */
const SHOWN = `k.id AS "personId", k.name AS "personName", s.pending, s.expired, s.voided, r.revenues`;
const JOINED = `${personJoin('k', 'l."customerId"')}
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE a.status = 'pending')::int AS pending,
      count(*) FILTER (WHERE a.status = 'expired')::int AS expired,
      count(*) FILTER (WHERE a.status = 'voided')::int AS voided
    FROM "ReferralAttribution" a WHERE a."accountId" = ${THIS_WORKSPACE} AND a."linkId" = l.id) s
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('currency', c.currency, 'amount', c.amount)
      ORDER BY c.amount DESC, c.currency), '[]') AS revenues FROM (
      SELECT a.currency, sum(a.amount)::float8 AS amount FROM "ReferralAttribution" a
        WHERE a."accountId" = ${THIS_WORKSPACE} AND a."linkId" = l.id AND a.status = 'rewarded'
        GROUP BY a.currency) c) r`;

interface Variant {
  sort: LinkSort;
  q: boolean;
  cursor: boolean;
}

const nameOf = (v: Variant): string => `referrals.links.${v.sort}${v.q ? '.q' : ''}${v.cursor ? '.cursor' : ''}`;

function listStatement(variant: Variant): WorkspaceStatement<ListRow, unknown[]> {
  const order = ORDERS[variant.sort];
  let next = 3;
  const filter = ['l."accountId" = $1'];
  if (variant.q) {
    const q = `lower($${next++}::text)`;
    filter.push(`(strpos(lower(l."customerId"), ${q}) > 0 OR strpos(l.code, ${q}) > 0)`);
  }
  const total = `SELECT count(*)::int AS total FROM "ReferralLink" l WHERE ${filter.join(' AND ')}`;
  if (variant.cursor)
    filter.push(
      `(${order.key}, l.id) ${order.direction === 'ASC' ? '>' : '<'} ($${next++}::${order.type}, $${next++}::text)`,
    );
  const sorted = `ORDER BY ${order.key} ${order.direction}, l.id ${order.direction}`;

  // The total comes along also when the page is empty.
  return workspaceStatement(
    nameOf(variant),
    `SELECT t.total, page.* FROM (${total}) t LEFT JOIN LATERAL (
       SELECT ${linkColumns('l')}, ${SHOWN}
         FROM (SELECT * FROM "ReferralLink" l WHERE ${filter.join(' AND ')} ${sorted} LIMIT $2) l
       ${JOINED} ${sorted}) page ON true`,
  );
}

const BOTH = [false, true];
const STATEMENTS = new Map(
  LINK_SORTS.flatMap((sort) => BOTH.flatMap((q) => BOTH.map((cursor) => ({ sort, q, cursor })))).map((variant) => [
    nameOf(variant),
    listStatement(variant),
  ]),
);

function presentListed({ personId, personName, pending, revenues, ...row }: LinkRow & Joined): ListedLink {
  return {
    ...presentLink(row),
    customer: personId === null ? null : { id: personId, name: personName ?? '' },
    pending,
    revenues,
  };
}

export interface LinkPage {
  items: ListedLink[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** @throws AppError VALIDATION for a cursor that is not from this list */
export async function listLinks(db: WorkspaceDb, input: ListLinksInput): Promise<LinkPage> {
  const order = ORDERS[input.sort];
  const q = input.q === '' ? undefined : input.q;
  const parameters: unknown[] = [input.limit + 1];
  if (q !== undefined) parameters.push(q);
  if (input.cursor !== undefined) {
    const { key, id } = decodeCursor(input.cursor, order.shape);
    parameters.push(key, id);
  }
  const statement = STATEMENTS.get(
    nameOf({ sort: input.sort, q: q !== undefined, cursor: input.cursor !== undefined }),
  );
  if (statement === undefined) throw new Error('There is no statement for this list.');
  const rows = await db.rows(statement, ...parameters);
  const page = cutPage(joinedRows(rows), input.limit, (row) => order.of(row));
  return {
    items: page.rows.map(presentListed),
    total: rows[0]?.total ?? 0,
    nextCursor: page.nextCursor,
    hasMore: page.hasMore,
  };
}

const findLink = workspaceStatement<
  LinkRow & Joined & { firstClickAt: Date | null; lastClickAt: Date | null },
  [id: string]
>(
  'referrals.link',
  `SELECT ${linkColumns('l')}, ${SHOWN},
          (SELECT min(c."clickedAt") FROM "ReferralClick" c
            WHERE c."accountId" = $1 AND c."linkId" = l.id) AS "firstClickAt",
          (SELECT max(c."clickedAt") FROM "ReferralClick" c
            WHERE c."accountId" = $1 AND c."linkId" = l.id) AS "lastClickAt"
   FROM "ReferralLink" l ${JOINED} WHERE l."accountId" = $1 AND l.id = $2`,
);

/** @throws AppError NOT_FOUND */
export async function getLink(db: WorkspaceDb, id: string): Promise<LinkDetails> {
  const row = orNotFound((await db.rows(findLink, id))[0]);
  return {
    ...presentListed(row),
    expired: row.expired,
    voided: row.voided,
    firstClickAt: row.firstClickAt,
    lastClickAt: row.lastClickAt,
  };
}
