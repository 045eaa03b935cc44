/** The contacts' part of the worker. */
import { z } from 'zod';
import type { Services } from '@/server/context';
import { workspaceDb, type WorkspaceDb } from '@/server/db/workspace';
import { enqueue } from '@/server/jobs/enqueue';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { keyOfImport, WORK_IMPORT } from '@/server/resources/contacts/job-kinds';
import { workImport } from '@/server/resources/contacts/work-import';

const SYSTEM = { kind: 'system', id: null, partnerId: null, onBehalfOf: null } as const;

const opener =
  ({ database }: Services, accountId: string) =>
  (): WorkspaceDb =>
    workspaceDb(database, { accountId, actor: SYSTEM, now: now() });

const TRY_LOCK = `SELECT pg_try_advisory_lock(hashtextextended('contact-import ' || $1, 0)) AS got`;
const UNLOCK = `SELECT pg_advisory_unlock(hashtextextended('contact-import ' || $1, 0))`;

/**
 * One at a time an import, so that its chunks go in in the order of the file. The lock is of a connection: it ends with
 * the process that holds it, however that ends.
 * @returns false when another process is at it
 */
async function alone(services: Services, importId: string, work: () => Promise<void>): Promise<boolean> {
  const client = await services.database.pool.connect();
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

export const workImportJob = defineJob({
  ...WORK_IMPORT,
  async run(services, { accountId, importId }) {
    const open = opener(services, accountId);
    const isWaiting = async (): Promise<boolean> =>
      ['checking', 'importing'].includes(
        (await open().prisma.contactImport.findFirst({ where: { id: importId }, select: { status: true } }))?.status ??
          '',
      );
    // Asked again after the lock is free: whoever came in between found it taken and left the work to us.
    do {
      if (!(await alone(services, importId, () => workImport(open, importId)))) return;
    } while (await isWaiting());
  },
});

/** A worker that was killed leaves its job locked for hours; whether anybody is at an import, its lock tells. */
export const resumeImportsJob = defineJob({
  name: 'contacts.resume-imports',
  payload: z.object({}),
  cron: '* * * * *',
  atStart: true,
  async run(services) {
    const { rows } = await services.database.pool.query<{ accountId: string; id: string }>(
      `SELECT "accountId", id FROM "ContactImport" WHERE status IN ('checking', 'importing')`,
    );
    for (const { accountId, id } of rows)
      await enqueue(opener(services, accountId)(), WORK_IMPORT, { importId: id }, { key: keyOfImport(id) });
  },
});

const DAY_MS = 24 * 60 * 60_000;
/** A file that nobody went on with. */
const ABANDONED_MS = 7 * DAY_MS;
/** Refused rows hold what a merchant's customers are called; they are for being corrected soon. */
const REFUSALS_KEPT_MS = 30 * DAY_MS;

export const pruneImportsJob = defineJob({
  name: 'contacts.prune-imports',
  payload: z.object({}),
  cron: '23 * * * *',
  async run({ database, log }) {
    const at = now();
    const abandoned = await database.pool.query(
      `WITH gone AS (UPDATE "ContactImport" SET status = 'canceled', "finishedAt" = $2, "updatedAt" = $2 WHERE status IN ('uploading', 'checked') AND "updatedAt" < $1 RETURNING "accountId", id)
       DELETE FROM "ContactImportChunk" c USING gone WHERE c."accountId" = gone."accountId" AND c."importId" = gone.id`,
      [new Date(at.getTime() - ABANDONED_MS), at],
    );
    const refusals = await database.pool.query(
      `DELETE FROM "ContactImportRefusal" r USING "ContactImport" i WHERE i."accountId" = r."accountId" AND i.id = r."importId" AND i."finishedAt" < $1`,
      [new Date(at.getTime() - REFUSALS_KEPT_MS)],
    );
    log.debug({ chunks: abandoned.rowCount, refusals: refusals.rowCount }, 'imports pruned');
  },
});
