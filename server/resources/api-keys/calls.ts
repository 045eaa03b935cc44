/** What a key has called (docs/contract/api-keys.md#calls). Written behind the requests (server/auth/key-calls.ts). */
import { cutPage, decodeCursor, NEWEST } from '@/server/db/cursor';
import { workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import { keptSince } from '@/server/lib/retention';
import type { Call, CallPage, callsInput } from '@/server/resources/api-keys/schema';
import { KEPT_CALLS } from '@/server/resources/api-keys/vocabulary';
import type * as z from 'zod';

/** More may be there than are kept: they are removed a hundred at a time. */
const listCalls = workspaceStatement<
  Call & { id: string },
  [apiKeyId: string, since: Date, before: string, beforeId: string, limit: number]
>(
  'api-keys.calls',
  `SELECT l.at, l.id, l.method, l.route, l.status, l.ms, l."requestId" FROM (
     SELECT c.* FROM "ApiKeyCall" c WHERE c."accountId" = $1 AND c."apiKeyId" = $2 AND c.at > $3
     ORDER BY c.at DESC, c.id DESC LIMIT ${KEPT_CALLS}) l
   WHERE (l.at, l.id) < ($4::timestamptz, $5::text) ORDER BY l.at DESC, l.id DESC LIMIT $6`,
  { isBrief: true },
);

/** The last that it signed, also what was refused to it, the newest first. @throws AppError NOT_FOUND, VALIDATION */
export async function calls(db: WorkspaceDb, { id, limit, cursor }: z.output<typeof callsInput>): Promise<CallPage> {
  const before = cursor === undefined ? NEWEST : decodeCursor(cursor, 'instant');
  found(await db.prisma.apiKey.findFirst({ where: { id }, select: { id: true } }));
  const rows = await db.rows(listCalls, id, keptSince('keyCalls', db.now), before.key, before.id, limit + 1);
  const page = cutPage(rows, limit, ({ at }) => at);
  return { data: page.rows, cursor: page.nextCursor, hasMore: page.hasMore };
}
