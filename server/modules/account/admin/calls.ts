/**
 * Stores the number of calls of a partner's keys (docs/contract/admin.md#usage), after the requests
 * (server/platform/auth/partner-calls.ts).
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Database } from '@/server/platform/db/client';
import { partnerStatement, type PartnerDb } from '@/server/platform/db/installation';
import { readPartner } from '@/server/modules/account/admin/rows';
import type { Calls } from '@/server/modules/account/admin/schema';

/** Longer than the longest window that can be asked for. */
const KEPT_DAYS = 400;

const listCalls = partnerStatement<Calls[number], [from: Date, to: Date]>(
  'admin.calls',
  `SELECT to_char(c.day, 'YYYY-MM-DD') AS date, nullif(c."accountId", '') AS "accountId", c.ok, c."clientErrors",
    c."serverErrors"
   FROM "PartnerCalls" c WHERE c."partnerId" = $1 AND c.day > ($2::timestamptz AT TIME ZONE 'UTC')::date
     AND c.day <= ($3::timestamptz AT TIME ZONE 'UTC')::date
   ORDER BY c.day DESC, c."accountId"`,
);

/** Days in UTC, today's the last of `windowDays`; the newest first. @throws AppError NOT_FOUND */
export async function usageOf(db: PartnerDb, windowDays: number): Promise<Calls> {
  await readPartner(db);
  return await db.rows(listCalls, new Date(db.now.getTime() - windowDays * DAY_MS), db.now);
}

/** @returns how many rows are gone */
export async function pruneCalls({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  const { rowCount } = await pool.query(
    `DELETE FROM "PartnerCalls" WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date`,
    [before],
  );
  return rowCount ?? 0;
}
