/**
 * Database writes for pushing our codes to shops (docs/contract/integrations.md#codes). Triggers of DiscountCode note
 * every change of a code, so that no writer can forget to; this file has the writes of runs and workers.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

type Db = Pick<StatementTx, 'rows' | 'now'>;

/** Queues codes; each keeps its state until it is pushed. A code that a worker is pushing keeps its lease. */
const ask = workspaceStatement<never, [integrationId: string, codeIds: string[], now: Date]>(
  'integrations.codes.ask',
  `INSERT INTO "IntegrationCode" AS c ("accountId", "integrationId", "discountCodeId", state, "dueAt", "createdAt",
    "updatedAt")
   SELECT $1, $2::text, t.id, 'pending', $4::timestamptz, $4::timestamptz, $4::timestamptz
     FROM unnest($3::text[]) WITH ORDINALITY AS t(id, place) ORDER BY t.place
   ON CONFLICT ("accountId", "integrationId", "discountCodeId") DO UPDATE SET attempts = 0, asked = c.asked + 1,
     "dueAt" = CASE WHEN c."claimedBy" IS NULL THEN excluded."dueAt"
       ELSE c."dueAt" END, "updatedAt" = excluded."updatedAt"`,
);

/** Queues codes for one shop. @param codeIds in the order of their ids */
export async function askForPush(db: Db, integrationId: string, codeIds: readonly string[]): Promise<void> {
  if (codeIds.length > 0) await db.rows(ask, integrationId, [...codeIds], db.now);
}

const forget = workspaceStatement<never, [integrationId: string]>(
  'integrations.codes.forget-prints',
  `UPDATE "IntegrationCode" c SET print = NULL
    WHERE c."accountId" = $1 AND c."integrationId" = $2 AND c.print IS NOT NULL`,
);

/**
 * Deletes the hashes of what the shop has, so that every code that is queued from now on is pushed, changed or not.
 */
export async function forgetPrints(db: Db, integrationId: string): Promise<void> {
  await db.rows(forget, integrationId);
}

const endAll = workspaceStatement<never, [integrationId: string, now: Date]>(
  'integrations.codes.end',
  `WITH run AS (
     UPDATE "IntegrationRun" r SET status = 'canceled', "dueAt" = NULL, "claimedBy" = NULL,
       "finishedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
     WHERE r."accountId" = $1 AND r."integrationId" = $2 AND r.resource = 'codes' AND r."dueAt" IS NOT NULL),
   never AS (
     DELETE FROM "IntegrationCode" c WHERE c."accountId" = $1 AND c."integrationId" = $2 AND c.state = 'pending'
       AND c."shopRef" IS NULL)
   UPDATE "IntegrationCode" c SET state = CASE WHEN c.state = 'pending' THEN 'pushed'
     ELSE c.state END, "dueAt" = NULL, "claimedBy" = NULL, "updatedAt" = $3::timestamptz
   WHERE c."accountId" = $1 AND c."integrationId" = $2 AND c."dueAt" IS NOT NULL
     AND (c.state <> 'pending' OR c."shopRef" IS NOT NULL)`,
);

/** Stops pushing codes to a shop; codes there stay as they were pushed last. */
export async function endPushes(db: Db, integrationId: string): Promise<void> {
  await db.rows(endAll, integrationId, db.now);
}

const putOffAll = workspaceStatement<never, [integrationId: string, until: Date, now: Date]>(
  'integrations.codes.put-off',
  `UPDATE "IntegrationCode" c SET "dueAt" = $3::timestamptz, "claimedBy" = NULL
   WHERE c."accountId" = $1 AND c."integrationId" = $2 AND (c."dueAt" <= $4::timestamptz OR c."claimedBy" IS NOT NULL)`,
);

/** Puts off the pushes of a shop that is in error or over the plan's limit, until then. */
export async function putOffPushes(db: Db, integrationId: string, until: Date): Promise<void> {
  await db.rows(putOffAll, integrationId, until, db.now);
}

/** A code that a worker has claimed. */
export interface PushKey {
  integrationId: string;
  discountCodeId: string;
  worker: string;
}

export interface SettledPush {
  state: string;
  reason: string | null;
  /** Null: unchanged. */
  shopRef: string | null;
  /** Null: it is not certain what the shop has. */
  print: string | null;
  pushedAt: Date | null;
  attempts: number;
  dueAt: Date | null;
}

const MINE = `c."accountId" = $1 AND c."integrationId" = $2 AND c."discountCodeId" = $3 AND c."claimedBy" = $4`;

/** Settles a push; a code that was queued again since the claim is pending at once. */
const settleOne = workspaceStatement<
  { asked: number },
  [
    integrationId: string,
    discountCodeId: string,
    worker: string,
    asked: number,
    state: string,
    reason: string | null,
    shopRef: string | null,
    print: string | null,
    pushedAt: Date | null,
    attempts: number,
    dueAt: Date | null,
    now: Date,
  ]
>(
  'integrations.codes.settle',
  `UPDATE "IntegrationCode" c SET "claimedBy" = NULL, "shopRef" = coalesce($8, c."shopRef"), print = $9,
    "pushedAt" = coalesce($10::timestamptz, c."pushedAt"),
     state = CASE WHEN c.asked = $5::int THEN $6 ELSE c.state END, reason = CASE WHEN c.asked = $5::int THEN $7
       ELSE c.reason END,
     attempts = CASE WHEN c.asked = $5::int THEN $11::int ELSE 0 END, "dueAt" = CASE
       WHEN c.asked = $5::int THEN $12::timestamptz ELSE $13::timestamptz END, "updatedAt" = $13::timestamptz
   WHERE ${MINE} RETURNING c.asked`,
);

/**
 * @param asked the value at the time of the claim
 * @returns false when another worker has the code by now; then nothing is written
 */
export async function settlePush(
  db: Db,
  { integrationId, discountCodeId, worker }: PushKey,
  asked: number,
  { state, reason, shopRef, print, pushedAt, attempts, dueAt }: SettledPush,
): Promise<boolean> {
  const values = [state, reason, shopRef, print, pushedAt, attempts, dueAt] as const;
  const settled = await db.rows(settleOne, integrationId, discountCodeId, worker, asked, ...values, db.now);
  return settled.length > 0;
}

const distrust = workspaceStatement<never, [integrationId: string, discountCodeId: string, now: Date]>(
  'integrations.codes.distrust',
  `UPDATE "IntegrationCode" c SET print = NULL, asked = c.asked + 1, attempts = 0, "dueAt" = CASE
    WHEN c."claimedBy" IS NULL THEN $4::timestamptz ELSE c."dueAt" END
   WHERE c."accountId" = $1 AND c."integrationId" = $2 AND c."discountCodeId" = $3`,
);

/** Queues another push of a code: a worker that lost the code may have sent an older version after the newer one. */
export async function distrustPush(db: Db, { integrationId, discountCodeId }: PushKey): Promise<void> {
  await db.rows(distrust, integrationId, discountCodeId, db.now);
}

const hold = workspaceStatement<
  never,
  [integrationId: string, discountCodeId: string, worker: string, until: Date, reason: string | null]
>(
  'integrations.codes.hold',
  `UPDATE "IntegrationCode" c SET "dueAt" = $5::timestamptz, print = NULL, reason = CASE
    WHEN c.state = 'pending' THEN coalesce($6, c.reason) ELSE c.reason END WHERE ${MINE}`,
);

/**
 * Extends the lease; all other codes of the shop wait meanwhile.
 * @param reason why the code waits, in the shop's words; null: unchanged
 */
export async function holdPush(
  db: Db,
  { integrationId, discountCodeId, worker }: PushKey,
  until: Date,
  reason: string | null,
): Promise<void> {
  await db.rows(hold, integrationId, discountCodeId, worker, until, reason);
}
