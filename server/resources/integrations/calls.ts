/** What a shop called with lately, for its page: the newest calls, and how many came to what. */
import { stored } from '@/server/db/stored';
import { unforeseen, workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import { CALLS_COUNTED, CALLS_DAYS, type Calls } from '@/server/resources/integrations/integration-schema';

const SHOWN = 20;
const DAY_MS = 24 * 60 * 60_000;

const findCalls = workspaceStatement<Calls['calls'][number], [integrationId: string]>(
  'integrations.calls',
  `SELECT w.id, w."receivedAt", w.result, w.reason FROM "IntegrationWebhook" w WHERE w."accountId" = $1 AND w."integrationId" = $2::text
   ORDER BY w."receivedAt" DESC, w.id DESC LIMIT ${SHOWN}`,
);

const countCalls = workspaceStatement<Calls['counts'][number], [integrationId: string, since: Date]>(
  'integrations.calls.count',
  `SELECT n.result, count(*)::int AS count FROM (
     SELECT w.result FROM "IntegrationWebhook" w WHERE w."accountId" = $1 AND w."integrationId" = $2::text AND w."receivedAt" >= ${unforeseen('$3::timestamptz')}
     ORDER BY w."receivedAt" DESC, w.id DESC LIMIT ${CALLS_COUNTED}) n
   GROUP BY n.result ORDER BY n.result`,
);

/** @throws AppError NOT_FOUND */
export async function calls(db: WorkspaceDb, id: string): Promise<Calls> {
  found(await db.prisma.integration.findFirst({ where: { id }, select: { id: true } }));
  const since = new Date(db.now.getTime() - CALLS_DAYS * DAY_MS);
  const [newest, counts] = await db.snapshot(async (tx) => [
    await tx.rows(findCalls, id),
    await tx.rows(countCalls, id, since),
  ]);
  return stored<Calls>({ calls: newest, counts });
}
