/**
 * The worker's side of the outbox of conversions. A claim is a lease that moves dueAt, so that the rows of a killed
 * worker become free when the lease lapses. Each function is one statement.
 */
import type { Pool } from 'pg';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { aliasOf } from '@/server/modules/audience/contacts/find';
import { factsOf, type ConversionRow } from '@/server/modules/offers/pixels/conversion-rows';
import { hashedEmail } from '@/server/platform/vendors/hashing';
import type { EventFacts } from '@/server/modules/offers/pixels/events';
import type { SkipReason } from '@/server/modules/offers/pixels/schema';
import type { ConversionStatus, DestinationId } from '@/server/modules/offers/pixels/vocabulary';
import { firstOfEach } from '@/server/platform/engine/lease';

/** The table of a vendor's rows: Meta has its own, and the others share one with a column for the vendor. */
interface Place {
  table: 'PixelConversion' | 'AdConversion';
  /** Returns a condition on a row of the alias, to put after other conditions. */
  only: (alias: string) => string;
  /** Ends the name of a statement. */
  suffix: string;
}

const placeOf = (to: DestinationId): Place =>
  to === 'adPixelA'
    ? { table: 'PixelConversion', only: () => '', suffix: '' }
    : { table: 'AdConversion', only: (alias) => ` AND ${alias}.destination = '${to}'`, suffix: `.${to}` };

const dueOf = ({ table, only, suffix }: Place) => ({
  name: `pixels.due${suffix}`,
  text: `WITH RECURSIVE ${firstOfEach(table, ['accountId'], 'dueAt', { only })}
    SELECT f."accountId" FROM first f WHERE f.at <= $1 AND f."accountId" <> ALL ($2::text[]) ORDER BY f.at LIMIT $3`,
});
const DUE: Readonly<Record<DestinationId, ReturnType<typeof dueOf>>> = {
  adPixelA: dueOf(placeOf('adPixelA')),
  adPixelB: dueOf(placeOf('adPixelB')),
  analytics: dueOf(placeOf('analytics')),
};

/** Returns workspaces with due events for one vendor, the one that waited longest first. */
export async function dueWorkspaces(
  pool: Pool,
  to: DestinationId,
  now: Date,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ accountId: string }>({ ...DUE[to], values: [now, except, limit] });
  return rows.map(({ accountId }) => accountId);
}

/**
 * SQL of a claim. The e-mail is looked up now, because recover may report later than the purchase, and the contact may
 * be newer. It comes from reminders to the customer in the 72 hours before, if all went to one address (platforms give
 * all guests one customerId), else from the contact. Opt-outs from ads are found by all of the customer's ids, in every
 * shop, and by every e-mail that may be sent, merged ones too; these are few and indexed. Cancellations are checked now
 * as well, because no vendor takes a purchase back.
 */
const claimOf = ({ table, only, suffix }: Place) =>
  workspaceStatement<
    ConversionRow & {
      reminderEmail: string | null;
      contactEmail: string | null;
      optedOut: boolean;
      isCanceled: boolean;
    },
    [now: Date, leaseEnd: Date, claimedBy: string, limit: number]
  >(
    `pixels.claim${suffix}`,
    `WITH due AS (
     SELECT d.id FROM "${table}" d WHERE d."accountId" = $1 AND d."dueAt" <= $2::timestamptz${only('d')}
       ORDER BY d."dueAt" LIMIT $5::int FOR NO KEY UPDATE SKIP LOCKED
   ), taken AS (
   UPDATE "${table}" c SET "dueAt" = $3::timestamptz, "claimedBy" = $4 FROM due
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = due.id
   RETURNING c.*, (SELECT min(r.email) FROM "AbandonedCartReminder" r
                   WHERE r."accountId" = ${THIS_WORKSPACE} AND r."customerId" = c."customerId"
                     AND r."sentAt" > c."occurredAt" - interval '72 hours' AND r."sentAt" <= c."occurredAt"
                   HAVING count(DISTINCT r.email) = 1) AS "reminderEmail",
                  coalesce((SELECT k.email FROM "Contact" k
                    WHERE k."accountId" = ${THIS_WORKSPACE} AND k."externalRef" = c."customerId" AND k.email IS NOT NULL
                   ORDER BY k."createdAt" DESC, k.id DESC LIMIT 1),
                   (SELECT k.email FROM "Contact" k
                     WHERE k."accountId" = ${THIS_WORKSPACE}
                     AND k.id = ${aliasOf('externalRef', 'c."customerId"')})) AS "contactEmail")
   SELECT t.*, EXISTS (SELECT FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k.subscriptions->>'ads' = 'unsubscribed'
     AND (k."externalRef" = t."customerId" OR k.email = t."reminderEmail" OR k.email = t."contactEmail"
       OR encode(sha256(convert_to(k.email, 'UTF8')), 'hex') = t."emailHash"
       OR k.id = ANY (ARRAY(SELECT u."contactId" FROM "Customer" u
         WHERE u."accountId" = ${THIS_WORKSPACE} AND u."externalRef" = t."customerId"
         UNION ALL SELECT a."contactId" FROM "ContactAlias" a
           WHERE a."accountId" = ${THIS_WORKSPACE} AND a.kind = 'externalRef' AND a.value = t."customerId"
         UNION ALL SELECT a."contactId" FROM "ContactAlias" a
           WHERE a."accountId" = ${THIS_WORKSPACE} AND a.kind = 'email'
           AND a.value IN (t."reminderEmail", t."contactEmail")))
       OR EXISTS (SELECT FROM "ContactAlias" a
         WHERE a."accountId" = ${THIS_WORKSPACE} AND a."contactId" = k.id AND a.kind = 'email'
         AND encode(sha256(convert_to(a.value, 'UTF8')), 'hex') = t."emailHash"))) AS "optedOut",
     (SELECT count(*) > 0 AND bool_and(o.status = 'canceled') FROM "Order" o
       WHERE o."accountId" = ${THIS_WORKSPACE} AND o."checkoutSessionId" = t."eventId") AS "isCanceled" FROM taken t`,
  );

/** An event that this worker has claimed. */
export interface ClaimedEvent extends EventFacts {
  id: string;
  valueFrom: string | null;
  /** The number of attempts before this one. */
  attempts: number;
  /** The buyer wants no ads (`subscriptions.ads`). */
  optedOut: boolean;
  /** True when the order was canceled; if the session has several orders, when all were. */
  isCanceled: boolean;
}

/** The result for a claimed event. */
export interface Settled {
  event: ClaimedEvent;
  status: ConversionStatus;
  /** The time of the next attempt; null when there is none. */
  dueAt: Date | null;
  answerCode: number | null;
  answer: string | null;
  skipReason: SkipReason | null;
}

/**
 * SQL that settles events. A lost claim writes nothing. A final row keeps the values that the vendor got, even if
 * recordPurchase has stored better ones meanwhile; a waiting row keeps the better values.
 */
const settleOf = ({ table, suffix }: Place) =>
  workspaceStatement<
    never,
    [
      ids: string[],
      statuses: string[],
      dueAts: (Date | null)[],
      answerCodes: (number | null)[],
      answers: (string | null)[],
      skipReasons: (string | null)[],
      values: (number | null)[],
      currencies: (string | null)[],
      valuesFrom: (string | null)[],
      emailHashes: (string | null)[],
      occurredAts: Date[],
      claimedBy: string,
      now: Date,
    ]
  >(
    `pixels.settle${suffix}`,
    `WITH given AS (
     SELECT * FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::text[], $8::bigint[],
       $9::text[], $10::text[], $11::text[], $12::timestamptz[])
       AS g (id, status, "dueAt", "answerCode", answer, "skipReason", value, currency, "valueFrom", "emailHash",
         "occurredAt")
   )
   UPDATE "${table}" c SET status = g.status, "dueAt" = g."dueAt", "claimedBy" = NULL, "skipReason" = g."skipReason",
     "updatedAt" = $14::timestamptz,
     attempts = c.attempts + CASE WHEN g."skipReason" IS NULL THEN 1 ELSE 0 END,
     "answerCode" = CASE WHEN g."skipReason" IS NULL THEN g."answerCode" ELSE c."answerCode" END,
     answer = CASE WHEN g."skipReason" IS NULL THEN g.answer ELSE c.answer END,
     "sentAt" = CASE WHEN g.status = 'sent' THEN $14::timestamptz END,
     value = CASE WHEN g.status = 'waiting' THEN c.value ELSE g.value END,
     currency = CASE WHEN g.status = 'waiting' THEN c.currency ELSE g.currency END,
     "valueFrom" = CASE WHEN g.status = 'waiting' THEN c."valueFrom" ELSE g."valueFrom" END,
     "emailHash" = CASE WHEN g.status = 'waiting' THEN c."emailHash" ELSE g."emailHash" END,
     "occurredAt" = CASE WHEN g.status = 'waiting' THEN c."occurredAt" ELSE g."occurredAt" END
   FROM given g WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = g.id AND c."claimedBy" = $13 AND c.status = 'waiting'`,
  );

export interface ConversionQueue {
  /** Claims up to `limit` events of a workspace until `leaseEnd`. */
  claimDue(
    db: WorkspaceDb,
    lease: { now: Date; leaseEnd: Date; claimedBy: string; limit: number },
  ): Promise<ClaimedEvent[]>;
  settle(db: WorkspaceDb, lease: { claimedBy: string; now: Date }, outcomes: readonly Settled[]): Promise<void>;
}

function queueOf(to: DestinationId): ConversionQueue {
  const [claim, settleClaimed] = [claimOf(placeOf(to)), settleOf(placeOf(to))];
  return {
    async claimDue(db, { now, leaseEnd, claimedBy, limit }) {
      const rows = await db.rows(claim, now, leaseEnd, claimedBy, limit);
      return rows.map((row) => {
        const email = row.reminderEmail ?? row.contactEmail;
        return {
          ...factsOf(row),
          id: row.id,
          valueFrom: row.valueFrom,
          attempts: row.attempts,
          optedOut: row.optedOut,
          isCanceled: row.isCanceled,
          emailHash: row.emailHash ?? (email === null ? null : hashedEmail(email)),
        };
      });
    },
    async settle(db, { claimedBy, now }, outcomes) {
      const column = <Value>(of: (outcome: Settled) => Value): Value[] => outcomes.map(of);
      await db.rows(
        settleClaimed,
        column(({ event }) => event.id),
        column(({ status }) => status),
        column(({ dueAt }) => dueAt),
        column(({ answerCode }) => answerCode),
        column(({ answer }) => answer),
        column(({ skipReason }) => skipReason),
        column(({ event }) => event.value),
        column(({ event }) => event.currency),
        column(({ event }) => event.valueFrom),
        column(({ event }) => event.emailHash),
        column(({ event }) => event.occurredAt),
        claimedBy,
        now,
      );
    },
  };
}

export const QUEUES: Readonly<Record<DestinationId, ConversionQueue>> = {
  adPixelA: queueOf('adPixelA'),
  adPixelB: queueOf('adPixelB'),
  analytics: queueOf('analytics'),
};
