/** The worker's look at an integration that is pending, and what is left of one that was revoked. */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';

/** From its first activation on, what the shop tells is no history. */
const activate = workspaceStatement<never, [id: string, now: Date]>(
  'integrations.activate',
  `UPDATE "Integration" i SET status = 'active', "activatedAt" = coalesce(i."activatedAt", $3::timestamptz), "lastError" = NULL, "updatedAt" = $3::timestamptz
   WHERE i."accountId" = $1 AND i.id = $2 AND i.status = 'pending'`,
);

const wipe = workspaceStatement<never, [id: string]>(
  'integrations.wipe-credentials',
  `UPDATE "Integration" i SET credentials = NULL WHERE i."accountId" = $1 AND i.id = $2 AND i.status = 'revoked'`,
);

/** A shop that calls us needs no more than its secret: there is nothing of it to ask. */
export async function checkIntegration(db: WorkspaceDb, id: string): Promise<void> {
  await db.rows(activate, id, db.now);
}

export async function wipeCredentials(db: WorkspaceDb, id: string): Promise<void> {
  await db.rows(wipe, id);
}
