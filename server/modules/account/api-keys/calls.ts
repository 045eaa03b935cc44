/**
 * Stores the calls of each key (docs/contract/api-keys.md#calls), after the requests
 * (server/platform/auth/key-calls.ts).
 */
import { cutPage, decodeCursor, NEWEST } from '@/server/platform/db/cursor';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { keptSince } from '@/server/platform/lib/retention';
import type { Call, CallPage, callsInput } from '@/server/modules/account/api-keys/schema';
import { KEPT_CALLS } from '@/server/platform/lib/shared-vocabulary';
import type * as z from 'zod';

/**
 * A row has all calls that a process wrote at once, at least one, so the last hundred calls are in the last hundred
 * rows. Calls that were written twice, because the database's answer was lost, are listed once.
 */
const listCalls = workspaceStatement<
  Call & { id: string },
  [apiKeyId: string, since: Date, before: string, beforeId: string, limit: number]
>(
  'api-keys.calls',
  `SELECT l.* FROM (
     SELECT DISTINCT ON (c.at, c.id) c.* FROM (
       SELECT r.calls FROM "ApiKeyCalls" r WHERE r."accountId" = $1 AND r."apiKeyId" = $2 AND r.at > $3
       ORDER BY r.at DESC, r.id DESC LIMIT ${KEPT_CALLS}) w,
     jsonb_to_recordset(w.calls) AS c(at timestamptz(3), id text, method text, route text, status int, ms float8,
       "requestId" text)
     WHERE c.at > $3 ORDER BY c.at DESC, c.id DESC LIMIT ${KEPT_CALLS}) l
   WHERE (l.at, l.id) < ($4::timestamptz, $5::text) ORDER BY l.at DESC, l.id DESC LIMIT $6`,
);

/**
 * Returns the last calls that the key signed, refused ones too, newest first. @throws AppError NOT_FOUND, VALIDATION
 */
export async function calls(db: WorkspaceDb, { id, limit, cursor }: z.output<typeof callsInput>): Promise<CallPage> {
  const before = cursor === undefined ? NEWEST : decodeCursor(cursor, 'instant');
  orNotFound(await db.prisma.apiKey.findFirst({ where: { id }, select: { id: true } }));
  const rows = await db.rows(listCalls, id, keptSince('keyCalls', db.now), before.key, before.id, limit + 1);
  const page = cutPage(rows, limit, ({ at }) => at);
  return { data: page.rows, cursor: page.nextCursor, hasMore: page.hasMore };
}
