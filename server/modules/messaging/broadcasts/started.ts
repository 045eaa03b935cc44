/** The time at which a broadcast last began to send. Every report on a broadcast reads this first. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';

const startOf = workspaceStatement<{ startedAt: Date | null }, [id: string]>(
  'broadcasts.started',
  `SELECT b."startedAt" FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2`,
);

/** @returns null when the broadcast has not begun to send. @throws AppError NOT_FOUND */
export async function broadcastStart(db: Pick<StatementTx, 'rows'>, id: string): Promise<Date | null> {
  return orNotFound((await db.rows(startOf, id))[0]).startedAt;
}
