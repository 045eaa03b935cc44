/**
 * Finds contacts for events that were reported before their person was a contact (docs/contract/events.md#whose-it-is):
 * once a contact has the e-mail or the customer id, the events become that contact's.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Pool } from 'pg';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';

/** The number of days to look back; a visitor who signs up later than that is not the visitor of then. */
const LOOK_BACK_DAYS = 30;

const since = (now: Date): Date => new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS);

/** Workspaces with such events. */
const WAITING = `SELECT a.id FROM "Account" a
  WHERE EXISTS (SELECT FROM "ShopperEvent" e
    WHERE e."accountId" = a.id AND e."contactId" IS NULL AND e.email IS NOT NULL AND e.at >= $1)
     OR EXISTS (SELECT FROM "ShopperEvent" e
       WHERE e."accountId" = a.id AND e."contactId" IS NULL AND e."customerId" IS NOT NULL AND e.at >= $1)`;

export async function workspacesWithUnknown(pool: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(WAITING, [since(now)]);
  return rows.map(({ id }) => id);
}

/**
 * The newest contact with the e-mail or id, else the contact that a former holder was merged into. The contact is
 * locked until it has its events, like when events are stored.
 */
const found = (column: 'email' | 'externalRef', of: 'email' | 'customerId', name: string) =>
  workspaceStatement<{ n: number }, [since: Date]>(
    name,
    `WITH reported AS MATERIALIZED (
       SELECT DISTINCT e."${of}" AS who FROM "ShopperEvent" e
         WHERE e."accountId" = $1 AND e."contactId" IS NULL AND e."${of}" IS NOT NULL AND e.at >= $2::timestamptz),
     people AS MATERIALIZED (
       SELECT DISTINCT ON (f.who) f.who, f.id FROM (
         SELECT t.who, c.id, c."createdAt", 1 AS rank FROM reported t
           JOIN "Contact" c ON c."accountId" = $1 AND c."${column}" = t.who
         UNION ALL SELECT t.who, a."contactId", a."createdAt", 2 FROM reported t
           JOIN "ContactAlias" a ON a."accountId" = $1 AND a.kind = '${column}' AND a.value = t.who) f
       ORDER BY f.who, f.rank, f."createdAt" DESC, f.id DESC),
     held AS MATERIALIZED (
       SELECT p.who, c.id FROM people p JOIN "Contact" c ON c."accountId" = $1 AND c.id = p.id
         ORDER BY c.id FOR KEY SHARE OF c),
     moved AS (
       UPDATE "ShopperEvent" e SET "contactId" = p.id, "customerId" = NULL, email = NULL FROM held p
       WHERE e."accountId" = $1 AND e."contactId" IS NULL AND e."${of}" = p.who AND e.at >= $2::timestamptz RETURNING 1)
     SELECT count(*)::int AS n FROM moved`,
    { joinsSets: true },
  );
// The e-mail first, as when they are told.
const byEmail = found('email', 'email', 'events.find-by-email');
const byCustomer = found('externalRef', 'customerId', 'events.find-by-customer');

/**
 * Gives events to their contacts. Funnels do not react, because the events are old. @returns how many events got a
 * contact
 */
export async function findPeople(db: WorkspaceDb): Promise<number> {
  return await db.longTransaction(async (tx) => {
    let all = 0;
    for (const statement of [byEmail, byCustomer]) all += (await tx.rows(statement, since(tx.now)))[0]?.n ?? 0;
    return all;
  });
}
