/** One worker at a time at a file's import, however it began: asked for, or left by one that was killed. */
import type { Services } from '@/server/platform/access/context';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { workImport } from '@/server/modules/audience/contacts/work-import';

const TRY_LOCK = `SELECT pg_try_advisory_lock(hashtextextended('contact-import ' || $1, 0)) AS got`;
const UNLOCK = `SELECT pg_advisory_unlock(hashtextextended('contact-import ' || $1, 0))`;

/**
 * One at a time an import, so that its chunks go in in the order of the file. The lock is of a connection: it ends with
 * the process that holds it, however that ends.
 * @returns false when another process is at it
 */
async function alone(services: Services, importId: string, work: () => Promise<void>): Promise<boolean> {
  const client = await services.database.sessions.connect();
  let broken = true;
  try {
    const { rows } = await client.query<{ got: boolean }>(TRY_LOCK, [importId]);
    const got = rows[0]?.got === true;
    if (got) {
      await work();
      await client.query(UNLOCK, [importId]);
    }
    broken = false;
    return got;
  } finally {
    // A connection that may still hold the lock is closed.
    client.release(broken);
  }
}

export async function runImport(services: Services, accountId: string, importId: string): Promise<void> {
  // A long import: each step has its own time.
  const open = (): WorkspaceDb => systemDb(services.database, accountId);
  const isWaiting = async (): Promise<boolean> =>
    ['checking', 'importing'].includes(
      (await open().prisma.contactImport.findFirst({ where: { id: importId }, select: { status: true } }))?.status ??
        '',
    );
  // Asked again after the lock is free: whoever came in between found it taken and left the work to us.
  do {
    if (!(await alone(services, importId, () => workImport(open, importId)))) return;
  } while (await isWaiting());
}
