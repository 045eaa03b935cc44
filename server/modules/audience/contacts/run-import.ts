/** Runs a file's import in one worker at a time, whether it was just requested or left over by a killed worker. */
import type { Services } from '@/server/platform/access/context';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { workImport } from '@/server/modules/audience/contacts/work-import';

const TRY_LOCK = `SELECT pg_try_advisory_lock(hashtextextended('contact-import ' || $1, 0)) AS got`;
const UNLOCK = `SELECT pg_advisory_unlock(hashtextextended('contact-import ' || $1, 0))`;

/**
 * Runs `work` unless another process works on this import, so that chunks are imported in the order of the file. The
 * lock belongs to a connection: it ends with its process, even after a crash.
 * @returns false when another process works on the import
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
