/**
 * Lists all merchants for the operator of the installation (docs/contract/admin.md#all-merchants): figures only,
 * without people, contents or credentials.
 */
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { operatorStatement, type OperatorDb } from '@/server/platform/db/installation';
import { orNotFound } from '@/server/platform/db/workspace';
import {
  COUNTED,
  type Merchant,
  type MerchantsInput,
  type MerchantsPage,
  type MerchantWithCounts,
} from '@/server/modules/account/admin/schema';
import { usage } from '@/server/modules/account/billing/usage';

/** All contacts of an account, from their tallies: exact, however many there are. */
const contactsOf = (id: string): string =>
  `coalesce((SELECT sum(t.created - t.erased) FROM "ContactTally" t WHERE t."accountId" = ${id}), 0)::int AS contacts`;

/** The columns of an account `a` and its subscription `s`. */
const COLUMNS = `a.id, a.id AS "accountId", a.name, coalesce(s.plan, 'free') AS plan, coalesce(s.status, 'active') AS status, a."createdAt"`;

type Row = Merchant & { id: string };

const listMerchants = operatorStatement<
  Row,
  [
    q: string | null,
    plans: readonly string[] | null,
    statuses: readonly string[] | null,
    key: string | null,
    id: string | null,
    limit: number,
  ]
>(
  'admin.merchants',
  `SELECT p.*, ${contactsOf('p.id')} FROM (
     SELECT ${COLUMNS} FROM "Account" a LEFT JOIN "Subscription" s ON s."accountId" = a.id
     WHERE ($1::text IS NULL OR a.id = $1 OR strpos(lower(a.name), lower($1)) > 0)
       AND ($2::text[] IS NULL OR coalesce(s.plan, 'free') = ANY ($2))
         AND ($3::text[] IS NULL OR coalesce(s.status, 'active') = ANY ($3))
       AND ($4::timestamptz IS NULL OR (a."createdAt", a.id) < ($4, $5::text))
     ORDER BY a."createdAt" DESC, a.id DESC LIMIT $6::int) p
   ORDER BY p."createdAt" DESC, p.id DESC`,
);

/** Returns merchants, newest first. @throws AppError VALIDATION for a cursor of another list */
export async function merchants(
  db: OperatorDb,
  { q, plan, status, cursor, limit }: MerchantsInput,
): Promise<MerchantsPage> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'instant');
  const wanted = q?.trim() ?? '';
  const rows = await db.rows(
    listMerchants,
    wanted === '' ? null : wanted,
    plan ?? null,
    status ?? null,
    after?.key ?? null,
    after?.id ?? null,
    limit + 1,
  );
  const page = cutPage(rows, limit, (row) => row.createdAt);
  return { data: page.rows, cursor: page.nextCursor, hasMore: page.hasMore };
}

const counts = Object.entries(COUNTED).map(
  ([name, table]) => `'${name}', (SELECT count(*)::int FROM "${table}" t WHERE t."accountId" = a.id)`,
);
const findMerchant = operatorStatement<Row & Pick<MerchantWithCounts, 'counts'>, [accountId: string]>(
  'admin.merchant',
  `SELECT ${COLUMNS}, ${contactsOf('a.id')}, jsonb_build_object(${counts.join(', ')}) AS counts
   FROM "Account" a LEFT JOIN "Subscription" s ON s."accountId" = a.id WHERE a.id = $1`,
);

/** @throws AppError NOT_FOUND */
export async function merchant(db: OperatorDb, accountId: string): Promise<MerchantWithCounts> {
  const row = orNotFound((await db.rows(findMerchant, accountId))[0]);
  return { ...row, usage: await usage(db.workspace(accountId)) };
}
