/** The worker's part in codes on their way to shops, as a test runs it: until nothing is due any more. */
import { expect } from 'vitest';
import type { ServicesHandle } from '@/server/assembly/services';
import { eventually } from '@/server/testing/http';
import { startCodes } from '@/server/modules/shops/connections/worker/codes-dispatcher';
import { startShops } from '@/server/modules/shops/connections/worker/dispatcher';

/** Works off every run and every code that is due by now, or falls due in a moment. @param workers how many at once */
export async function bringCodes(services: ServicesHandle, workers = 1): Promise<void> {
  const parts = Array.from({ length: workers }, () => [
    startShops(services, { everyMs: 10 }),
    startCodes(services, { everyMs: 10 }),
  ]).flat();
  try {
    await eventually(async () => {
      const { rows } = await services.database.pool.query<{ left: number }>(
        `SELECT ((SELECT count(*) FROM "IntegrationRun" r JOIN "Integration" i ON i."accountId" = r."accountId" AND i.id = r."integrationId"
            WHERE i.status = 'active' AND (r."claimedBy" IS NOT NULL OR r."dueAt" <= now() + interval '5 seconds'))
          + (SELECT count(*) FROM "IntegrationCode" c WHERE c."dueAt" <= now() + interval '5 seconds'))::int AS left`,
      );
      expect(rows[0]?.left).toBe(0);
    });
  } finally {
    await Promise.all(parts.map((part) => part.stop()));
  }
}
