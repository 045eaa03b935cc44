/**
 * The actions of others on webhook deliveries while their table is changed: a read, an insert, and a change of the
 * endpoint.
 */
import type { Pool } from 'pg';

/** The actions of the workspace `a` with the endpoint `e`; each is done again and again, the nth time with n. */
export const busyDeliveries = (pool: Pool): ((n: number) => Promise<unknown>)[] => [
  () => pool.query(`SELECT id FROM "WebhookDelivery" WHERE "accountId" = 'a' ORDER BY "createdAt" DESC LIMIT 50`),
  (n) =>
    pool.query(
      `INSERT INTO "WebhookDelivery" ("accountId", "endpointId", "eventId", type, payload, "createdAt", "updatedAt") VALUES ('a', 'e', $1, 't', '{}', now(), now())`,
      [`new ${n}`],
    ),
  () => pool.query(`UPDATE "WebhookEndpoint" SET "updatedAt" = now() WHERE id = 'e'`),
];
