/**
 * Imports discount codes of a merchant's file (docs/contract/discount-codes.md#from-a-file): each call inserts one part
 * of the file, in one statement.
 */
import { listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { effectivePlan } from '@/server/modules/account/billing/effective-plan';
import { storedFields } from '@/server/modules/offers/discount-codes/rows';
import type { ImportCodesInput, ImportCodesOutput } from '@/server/modules/offers/discount-codes/schema';
import { DEFAULTS, requireRoom, requireValidRule } from '@/server/modules/offers/discount-codes/service';

/** The columns that a row of a file decides; the database has the rest. */
const SENT = namesOf('DiscountCode', 'id', 'accountId', 'redemptionCount', 'source', 'sourceRefId', 'contactId');

/**
 * Inserts codes. Existing codes stay, archived ones too; of a code that the file has twice, the first counts. Rows are
 * written in the order of their codes, so that two parallel calls cannot deadlock. Each code is audited like one that
 * was made by hand. The JSON's keys are the table's columns, with their types.
 */
const insertCodes = workspaceStatement<
  { created: number },
  [
    codes: string,
    actorKind: string,
    actorId: string | null,
    partnerId: string | null,
    onBehalfOf: string | null,
    now: Date,
  ]
>(
  'discount-codes.import',
  `WITH input AS (
     SELECT DISTINCT ON (lower(i.code) COLLATE "C") i.*
     FROM jsonb_populate_recordset(NULL::"DiscountCode", $2::jsonb) WITH ORDINALITY i
     ORDER BY lower(i.code) COLLATE "C", i.ordinality),
   created AS (
     INSERT INTO "DiscountCode" AS d ("accountId", ${listed(SENT)})
     SELECT $1, ${listed(SENT, 'i')} FROM input i ORDER BY lower(i.code) COLLATE "C"
     ON CONFLICT DO NOTHING
     RETURNING d.id, d.code),
   audited AS (
     INSERT INTO "AuditEntry" ("accountId", "actorKind", "actorId", "partnerId", "onBehalfOf", action, "targetType",
       "targetId", data, "createdAt")
     SELECT $1, $3, $4, $5, $6, 'discount_code.create', 'discount_code', c.id, jsonb_build_object('code', c.code),
       $7::timestamptz
     FROM created c)
   SELECT count(*)::int AS created FROM created c`,
);

const countKnown = workspaceStatement<{ known: number }, [codes: string[]]>(
  'discount-codes.known',
  `SELECT count(*)::int AS known FROM "DiscountCode" d
   WHERE d."accountId" = $1 AND lower(d.code) = ANY (SELECT lower(c.code) FROM unnest($2::text[]) AS c (code))`,
);

/** Counts the given codes that exist already, in any case; an import would skip them. */
export async function knownCodes(db: WorkspaceDb, codes: string[]): Promise<{ known: number }> {
  return { known: (await db.rows(countKnown, codes))[0]?.known ?? 0 };
}

/**
 * Creates the codes that do not exist yet, all or none. A repeat creates no code twice.
 * @throws AppError INVALID_VALUE, VALIDATION, PLAN_LIMIT
 */
export async function importCodes(db: WorkspaceDb, { codes }: ImportCodesInput): Promise<ImportCodesOutput> {
  const rows = codes.map((code) => ({ ...DEFAULTS, ...code }));
  for (const row of rows) requireValidRule(row);
  const plan = rows.some(({ active }) => active) ? await effectivePlan(db) : null;
  return await db.prismaTransaction(async (tx) => {
    const { kind, id, partnerId, onBehalfOf } = tx.actor;
    const input = JSON.stringify(rows.map((row) => ({ ...storedFields(row), createdAt: tx.now, updatedAt: tx.now })));
    const [answer] = await tx.rows(insertCodes, input, kind, id, partnerId, onBehalfOf, tx.now);
    const created = answer?.created ?? 0;
    // A call that made nothing is no reason to say that the plan is full.
    if (plan !== null && created > 0) await requireRoom(tx, plan);
    return { created, known: codes.length - created };
  });
}
