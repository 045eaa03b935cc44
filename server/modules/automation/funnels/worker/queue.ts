/**
 * The durable queue of people in funnels: rows of FunnelEnrolment that have a dueAt. Row locks are the lease: a batch
 * holds its rows until its one transaction ends, or the worker's connection closes. The queue is read by funnel, so
 * people of a paused funnel stay as they are.
 */
import type { Pool } from 'pg';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { firstOfEach } from '@/server/platform/engine/lease';
import type { LedContact } from '@/server/modules/automation/funnels/batch-world';
import { zoneOf } from '@/server/platform/lib/local-time';
import type { Cart, Heard, Passage, EnrolmentState } from '@/server/modules/automation/funnels/enrolment-state';
import type { WaitingFor } from '@/server/modules/automation/funnels/vocabulary';
import type { EnrolmentStatus } from '@/server/platform/lib/shared-vocabulary';

/** The most people in one batch. */
export const MOST_AT_ONCE = 500;
/** The least number of people from one funnel when several funnels have due people. */
const LEAST_OF_ONE = 20;

const LOOK = {
  name: 'funnels.look',
  text: `WITH RECURSIVE ${firstOfEach('FunnelEnrolment', ['accountId', 'funnelId'], 'dueAt')}
    SELECT f."accountId", array_agg(f."funnelId" ORDER BY f.at) AS "funnelIds" FROM first f
    WHERE f.at <= $1 AND EXISTS (SELECT FROM "Funnel" u
      WHERE u."accountId" = f."accountId" AND u.id = f."funnelId" AND u.status = 'live')
    GROUP BY f."accountId"`,
};

/** A workspace with due people. */
export interface DueWorkspace {
  accountId: string;
  funnelIds: string[];
}

export async function look(pool: Pool, now: Date): Promise<DueWorkspace[]> {
  return (await pool.query<DueWorkspace>({ ...LOOK, values: [now] })).rows;
}

export interface TakenRow {
  id: string;
  funnelId: string;
  version: number;
  contactId: string;
  triggerRef: string;
  status: EnrolmentStatus;
  stepId: string | null;
  stepSince: Date;
  waitingFor: WaitingFor | null;
  dueAt: Date | null;
  passed: number;
  heard: Heard;
  cart: Cart | null;
  discountCodeId: string | null;
  discountCode: string | null;
  discountExpiresAt: Date | null;
  codeMintedAt: Date | null;
  lastSentStepId: string | null;
  exitReason: string | null;
  goalAt: Date | null;
  enteredAt: Date;
  endedAt: Date | null;
  attempts: number;
}

/**
 * Takes only one enrolment of each contact, the first that is due, because the contact's next enrolment must see its
 * effects.
 */
const take = workspaceStatement<TakenRow, [funnelIds: string[], now: Date, each: number, only: string | null]>(
  'funnels.take',
  `WITH held AS MATERIALIZED (
     SELECT e.* FROM unnest($2::text[]) AS f(id)
     CROSS JOIN LATERAL (
       SELECT q.* FROM "FunnelEnrolment" q
         WHERE q."accountId" = ${THIS_WORKSPACE} AND q."funnelId" = f.id AND q."dueAt" <= $3::timestamptz
         AND ($5::text IS NULL OR q.id = $5::text)
       ORDER BY q."dueAt", q.id LIMIT $4::int FOR NO KEY UPDATE SKIP LOCKED) e)
   SELECT DISTINCT ON (h."contactId") h.id, h."funnelId", h.version, h."contactId", h."triggerRef", h.status,
     h."stepId", h."stepSince", h."waitingFor", h."dueAt", h.passed, h.heard, h.cart,
     h."discountCodeId", h."discountCode", h."discountExpiresAt", d."createdAt" AS "codeMintedAt", h."lastSentStepId",
       h."exitReason", h."goalAt", h."enteredAt", h."endedAt", h.attempts
   FROM held h LEFT JOIN LATERAL (SELECT k."createdAt" FROM "DiscountCode" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = h."discountCodeId" OFFSET 0) d ON true
   WHERE h."accountId" = $1 ORDER BY h."contactId", h."dueAt", h.id`,
);

/** @param only the one enrolment to take; null: all that are due */
export async function takeDue(
  tx: StatementTx,
  { funnelIds, only = null }: { funnelIds: readonly string[]; only?: string | null },
): Promise<TakenRow[]> {
  const each = Math.max(LEAST_OF_ONE, Math.floor(MOST_AT_ONCE / Math.max(1, funnelIds.length)));
  return await tx.rows(take, [...funnelIds], tx.now, each, only);
}

const liveFunnels = workspaceStatement<{ id: string }, [ids: string[]]>(
  'funnels.live',
  `SELECT f.id FROM "Funnel" f WHERE f."accountId" = $1 AND f.id = ANY ($2::text[]) AND f.status = 'live'`,
);

/**
 * Returns which of the funnels are live, under the shared lock, so that they stay live to the end of the transaction.
 */
export async function stillLive(tx: StatementTx, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows(liveFunnels, [...ids])).map(({ id }) => id);
}

type ContactRow = Omit<LedContact, 'zone'> & { timezone: unknown; workspaceZone: string };

/**
 * Locks the contacts of a batch, so that they do not change while the machine works. A contact that is locked elsewhere
 * is left for later.
 */
const lockContacts = workspaceStatement<ContactRow, [ids: string[]]>(
  'funnels.lock-contacts',
  `SELECT c.id, c.email, c.phone, c."firstName", c."lastName", c."externalRef", c.attributes->'timezone' AS timezone,
    a."timeZone" AS "workspaceZone"
   FROM "Account" a CROSS JOIN LATERAL (
     SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = ANY ($2::text[])
       ORDER BY k.id FOR NO KEY UPDATE SKIP LOCKED) c
   WHERE a.id = $1 AND c."accountId" = $1`,
);

export async function lockLed(tx: StatementTx, ids: readonly string[]): Promise<ReadonlyMap<string, LedContact>> {
  const rows = await tx.rows(lockContacts, [...ids]);
  return new Map(
    rows.map(({ timezone, workspaceZone, ...contact }) => [
      contact.id,
      { ...contact, zone: zoneOf(timezone, workspaceZone) },
    ]),
  );
}

/** A person who was led on, and their new position. */
export interface Moved {
  taken: TakenRow;
  state: EnrolmentState;
  passages: readonly Passage[];
}

/** Deletes the path's entries of steps that were gone past once more. */
const takeOutPassages = workspaceStatement<never, [enrolmentIds: string[], stepIds: string[], outcomes: string[]]>(
  'funnels.take-out-passages',
  `DELETE FROM "FunnelPassage" p USING unnest($2::text[], $3::text[], $4::text[]) AS g(enrolment, step, outcome)
   WHERE p."accountId" = $1 AND p."enrolmentId" = g.enrolment AND p."stepId" = g.step AND p.outcome = g.outcome`,
);

const writePassages = workspaceStatement<
  never,
  [
    enrolmentIds: string[],
    positions: number[],
    funnelIds: string[],
    versions: number[],
    stepIds: string[],
    ats: Date[],
    outcomes: string[],
    reasons: (string | null)[],
    messageIds: (string | null)[],
  ]
>(
  'funnels.write-passages',
  `INSERT INTO "FunnelPassage" ("accountId", "enrolmentId", position, "funnelId", version, "stepId", at, outcome,
    reason, "messageId")
   SELECT $1, p.* FROM unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::text[], $7::timestamptz[], $8::text[],
     $9::text[], $10::text[])
     AS p(enrolment, position, funnel, version, step, at, outcome, reason, message)`,
);

const writeStandings = workspaceStatement<
  never,
  [
    ids: string[],
    statuses: string[],
    steps: (string | null)[],
    sinces: Date[],
    waitings: (string | null)[],
    dues: (Date | null)[],
    passed: number[],
    codeIds: (string | null)[],
    codes: (string | null)[],
    expiries: (Date | null)[],
    sentSteps: (string | null)[],
    reasons: (string | null)[],
    ends: (Date | null)[],
  ]
>(
  'funnels.write-standings',
  `UPDATE "FunnelEnrolment" e SET status = n.status, "stepId" = n.step, "stepSince" = n.since, "waitingFor" = n.waiting,
    "dueAt" = n.due, passed = e.passed + n.passed,
     "discountCodeId" = n."codeId", "discountCode" = n.code, "discountExpiresAt" = n.expires, "lastSentStepId" = n.sent,
       "exitReason" = n.reason, "endedAt" = n.ended, attempts = 0, error = NULL
   FROM (SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::timestamptz[],
     $8::int[], $9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::text[], $14::timestamptz[])
     AS m(id, status, step, since, waiting, due, passed, "codeId", code, expires, sent, reason, ended)) n
   WHERE e."accountId" = $1 AND e.id = n.id`,
);

/** Writes people's new positions, and the steps that they left. */
export async function writeMoves(tx: StatementTx, moved: readonly Moved[]): Promise<void> {
  const passages = moved.flatMap(({ taken, passages: left }) =>
    left.map((passage, place) => ({ ...passage, taken, position: taken.passed + place })),
  );
  const again = passages.filter(({ isAgain }) => isAgain);
  if (again.length > 0)
    await tx.rows(
      takeOutPassages,
      again.map(({ taken }) => taken.id),
      again.map(({ stepId }) => stepId),
      again.map(({ outcome }) => outcome),
    );
  if (passages.length > 0)
    await tx.rows(
      writePassages,
      passages.map(({ taken }) => taken.id),
      passages.map(({ position }) => position),
      passages.map(({ taken }) => taken.funnelId),
      passages.map(({ taken }) => taken.version),
      passages.map(({ stepId }) => stepId),
      passages.map(({ at }) => at),
      passages.map(({ outcome }) => outcome),
      passages.map(({ reason }) => reason),
      passages.map(({ messageId }) => messageId),
    );
  const column = <Value>(of: (state: EnrolmentState) => Value): Value[] => moved.map(({ state }) => of(state));
  await tx.rows(
    writeStandings,
    column(({ id }) => id),
    column(({ status }) => status),
    column(({ stepId }) => stepId),
    column(({ stepSince }) => stepSince),
    column(({ waitingFor }) => waitingFor),
    column(({ dueAt }) => dueAt),
    moved.map(({ passages: left }) => left.length),
    column(({ code }) => code?.id ?? null),
    column(({ code }) => code?.code ?? null),
    column(({ code }) => code?.expiresAt ?? null),
    column(({ lastSentStepId }) => lastSentStepId),
    column(({ exitReason }) => exitReason),
    column(({ endedAt }) => endedAt),
  );
}

const putOff = workspaceStatement<never, [id: string, dueAt: Date | null, error: string, now: Date]>(
  'funnels.put-off',
  `UPDATE "FunnelEnrolment" e SET "dueAt" = $3::timestamptz, attempts = e.attempts + 1, error = $4
   WHERE e."accountId" = $1 AND e.id = $2 AND e.status = 'active' AND e."dueAt" <= $5::timestamptz`,
);

/**
 * Puts off an enrolment that cannot be led on. @param dueAt the time of the next try; null: the enrolment is put aside
 */
export async function putOffLed(
  tx: Pick<StatementTx, 'rows' | 'now'>,
  { id, dueAt, error }: { id: string; dueAt: Date | null; error: string },
): Promise<void> {
  await tx.rows(putOff, id, dueAt, error, tx.now);
}
