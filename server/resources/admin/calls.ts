/** What a partner's keys have called (docs/contract/admin.md#usage). Counted behind the requests (server/auth/partner-calls.ts). */
import type { Database } from '@/server/db/client';
import { partnerStatement, type PartnerDb } from '@/server/db/installation';
import { readPartner } from '@/server/resources/admin/rows';
import type { Calls } from '@/server/resources/admin/schema';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than the longest window that can be asked for. */
const KEPT_DAYS = 400;

const listCalls = partnerStatement<Calls[number], [from: Date, to: Date]>(
  'admin.calls',
  `SELECT to_char(c.day, 'YYYY-MM-DD') AS date, nullif(c."accountId", '') AS "accountId", c.ok, c."clientErrors", c."serverErrors"
   FROM "PartnerCalls" c WHERE c."partnerId" = $1 AND c.day > ($2::timestamptz AT TIME ZONE 'UTC')::date AND c.day <= ($3::timestamptz AT TIME ZONE 'UTC')::date
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
