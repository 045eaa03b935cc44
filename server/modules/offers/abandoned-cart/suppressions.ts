/** Buyers who want no reminders (docs/contract/abandoned-cart.md#suppressions). Not audited, as the contract says. */
import type { BuyerEmailPreference as SuppressionRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, joinedRows } from '@/server/platform/db/cursor';
import { lockBuyer } from '@/server/modules/offers/abandoned-cart/lock';
import type { SearchSuppressionsInput, Suppression } from '@/server/modules/offers/abandoned-cart/schema';
import { aliasOf } from '@/server/modules/audience/contacts/find';
import { firesInside } from '@/server/platform/outbox/publish-trigger';

const COLUMNS = columnsOf('BuyerEmailPreference', 'p');

/** Lists opted-out buyers by the index of optedOutAt, which is null for everybody else. */
const newest = workspaceStatement<SuppressionRow, [limit: number]>(
  'abandoned-cart.suppressions',
  `SELECT ${COLUMNS} FROM "BuyerEmailPreference" p WHERE p."accountId" = $1 AND p."optedOutAt" IS NOT NULL
    ORDER BY p."optedOutAt" DESC, p.id DESC LIMIT $2`,
);

/** Lists the buyers who are opted out now, newest first. */
export async function listSuppressions(db: WorkspaceDb, limit: number): Promise<{ suppressions: Suppression[] }> {
  return { suppressions: await db.rows(newest, limit) };
}

type PageRow = Omit<SuppressionRow, 'id'> & { id: string | null; total: number };

function pageStatement(variant: { q: boolean; cursor: boolean }): WorkspaceStatement<PageRow, unknown[]> {
  let next = 3;
  const filter = ['p."accountId" = $1', 'p."optedOutAt" IS NOT NULL'];
  if (variant.q) filter.push(`strpos(p.email, lower($${next++}::text)) > 0`);
  const total = `(SELECT count(*)::int FROM "BuyerEmailPreference" p WHERE ${filter.join(' AND ')})`;
  if (variant.cursor) filter.push(`(p."optedOutAt", p.id) < ($${next++}::timestamptz, $${next++}::text)`);
  // The total comes along also when the page is empty.
  return workspaceStatement(
    `abandoned-cart.suppressions.search${variant.q ? '.q' : ''}${variant.cursor ? '.cursor' : ''}`,
    `SELECT s.total, page.* FROM (SELECT ${total} AS total) s LEFT JOIN LATERAL (
       SELECT ${COLUMNS} FROM "BuyerEmailPreference" p WHERE ${filter.join(' AND ')}
         ORDER BY p."optedOutAt" DESC, p.id DESC LIMIT $2) page ON true`,
  );
}

const PAGES = {
  all: { first: pageStatement({ q: false, cursor: false }), later: pageStatement({ q: false, cursor: true }) },
  searched: { first: pageStatement({ q: true, cursor: false }), later: pageStatement({ q: true, cursor: true }) },
};

export interface SuppressionPage {
  items: Suppression[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** Lists them in pages. @throws AppError VALIDATION for a cursor that is not from this list */
export async function searchSuppressions(db: WorkspaceDb, input: SearchSuppressionsInput): Promise<SuppressionPage> {
  const q = input.q === undefined || input.q === '' ? [] : [input.q];
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor, 'instant');
  const rows = await db.rows(
    PAGES[q.length > 0 ? 'searched' : 'all'][after === undefined ? 'first' : 'later'],
    input.limit + 1,
    ...q,
    ...(after === undefined ? [] : [after.key, after.id]),
  );
  const page = cutPage(joinedRows(rows), input.limit, (row) => orNotFound(row.optedOutAt));
  return { items: page.rows, total: rows[0]?.total ?? 0, nextCursor: page.nextCursor, hasMore: page.hasMore };
}

/** Opts a buyer out; a buyer who is opted out already keeps the time of that opt-out. */
const optOut = workspaceStatement<SuppressionRow, [email: string, now: Date]>(
  'abandoned-cart.opt-out',
  `INSERT INTO "BuyerEmailPreference" AS p ("accountId", email, "abandonedCartOptOut", "optedOutAt")
    VALUES ($1, $2, true, $3::timestamptz)
   ON CONFLICT ("accountId", email) DO UPDATE
     SET "abandonedCartOptOut" = true, "optedOutAt" = coalesce(p."optedOutAt", excluded."optedOutAt")
   RETURNING ${COLUMNS}`,
);

const publishToFunnels = workspaceStatement<never, [email: string, now: Date]>(
  'abandoned-cart.tell-inside',
  firesInside(
    'cart_opted_out',
    `SELECT c.id AS "contactId", '{}'::jsonb AS data FROM "Contact" c
      WHERE c."accountId" = $1 AND (c.email = $2 OR c.id = ${aliasOf('email', '$2')})`,
    '$3',
  ),
);

const optIn = workspaceStatement<SuppressionRow, [email: string]>(
  'abandoned-cart.opt-in',
  `UPDATE "BuyerEmailPreference" p SET "abandonedCartOptOut" = false, "optedOutAt" = NULL
    WHERE p."accountId" = $1 AND p.email = $2 RETURNING ${COLUMNS}`,
);

/**
 * Opts this buyer out of reminders: none is recorded once this has returned. Safe to repeat. @param email in lower case
 */
export async function addSuppression(db: WorkspaceDb, email: string): Promise<Suppression> {
  return await db.transaction(async (tx) => {
    await lockBuyer(tx, email);
    const row = orNotFound((await tx.rows(optOut, email, tx.now))[0]);
    await tx.rows(publishToFunnels, email, tx.now);
    return row;
  });
}

/**
 * Lifts the suppression; its row stays. Safe to repeat. @param email in lower case @returns undefined for a buyer who
 * was never suppressed
 */
export async function lift(db: WorkspaceDb, email: string): Promise<Suppression | undefined> {
  return (await db.rows(optIn, email))[0];
}

/** Lifts a suppression for a merchant. @throws AppError NOT_FOUND */
export const removeSuppression = async (db: WorkspaceDb, email: string): Promise<Suppression> =>
  orNotFound(await lift(db, email));
