/** The dashboard's page of an integration: more than the API answers. */
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { integrationsOverLimit } from '@/server/modules/shops/connections/over-plan-limit';
import { lackingOf, presentIntegration } from '@/server/modules/shops/connections/rows';
import type { IntegrationPage } from '@/server/modules/shops/connections/schema';

/** @throws AppError NOT_FOUND */
export async function integrationPage(db: WorkspaceDb, baseUrl: string, id: string): Promise<IntegrationPage> {
  const row = orNotFound(await db.prisma.integration.findFirst({ where: { id } }));
  const { shopName, webhookFaults, ordersSince, reconcileAt } = row;
  return {
    integration: presentIntegration(row, baseUrl, await integrationsOverLimit(db)),
    shopName,
    lacking: lackingOf(row),
    webhookFaults,
    ordersSince,
    nextAt: row.status === 'active' ? reconcileAt : null,
  };
}
