/** The newest calls of a shop and the count of each result, for the shop's page. */
import { DAY_MS } from '@/server/platform/lib/durations';
import { unforeseen, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { CALLS_COUNTED, CALLS_DAYS, type Calls } from '@/server/modules/shops/connections/schema';

const SHOWN = 20;

const findCalls = workspaceStatement<Calls['calls'][number], [integrationId: string]>(
  'integrations.calls',
  `SELECT w.id, w."receivedAt", w.result, w.reason FROM "IntegrationWebhook" w
    WHERE w."accountId" = $1 AND w."integrationId" = $2::text
   ORDER BY w."receivedAt" DESC, w.id DESC LIMIT ${SHOWN}`,
);

const countCalls = workspaceStatement<Calls['counts'][number], [integrationId: string, since: Date]>(
  'integrations.calls.count',
  `SELECT n.result, count(*)::int AS count FROM (
     SELECT w.result FROM "IntegrationWebhook" w
       WHERE w."accountId" = $1 AND w."integrationId" = $2::text AND w."receivedAt" >= ${unforeseen('$3::timestamptz')}
     ORDER BY w."receivedAt" DESC, w.id DESC LIMIT ${CALLS_COUNTED}) n
   GROUP BY n.result ORDER BY n.result`,
);

/** @throws AppError NOT_FOUND */
export async function calls(db: WorkspaceDb, id: string): Promise<Calls> {
  orNotFound(await db.prisma.integration.findFirst({ where: { id }, select: { id: true } }));
  const since = new Date(db.now.getTime() - CALLS_DAYS * DAY_MS);
  return await db.snapshot(async (tx) => ({
    calls: await tx.rows(findCalls, id),
    counts: await tx.rows(countCalls, id, since),
  }));
}
