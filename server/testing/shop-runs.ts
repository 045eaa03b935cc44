/** The worker's part in shops, as a test runs it: until nothing is due any more. */
import { expect } from 'vitest';
import type { ServicesHandle } from '@/server/assembly/services';
import { eventually } from '@/server/testing/http';
import { startShops } from '@/server/modules/shops/connections/worker/dispatcher';

/** Works off every run that is due by now, and what falls due in a moment. */
export async function workOffRuns(services: ServicesHandle, withinMs = 60_000): Promise<void> {
  const shops = startShops(services, { everyMs: 10 });
  try {
    await eventually(async () => {
      const { rows } = await services.database.pool.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM "IntegrationRun" r JOIN "Integration" i ON i."accountId" = r."accountId" AND i.id = r."integrationId"
         WHERE i.status = 'active' AND (r."claimedBy" IS NOT NULL OR r."dueAt" <= now() + interval '5 seconds')`,
      );
      expect(rows[0]?.left).toBe(0);
    }, withinMs);
  } finally {
    await shops.stop();
  }
}
