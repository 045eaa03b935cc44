/**
 * A run of codes, page by page: all active codes, and all codes that were pushed to the shop before. Each page queues
 * the codes that the shop does not have yet; the next page waits until those are pushed. So a code that a buyer waits
 * for is at most one page behind.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { codeColumns, type DiscountCodeRow } from '@/server/modules/offers/discount-codes/rows';
import { isOfUse } from '@/server/modules/shops/connections/code-of-use';
import { codeToPush, printOf } from '@/server/modules/shops/connections/codes-print';
import { askForPush } from '@/server/modules/shops/connections/codes-push';
import { advance, end, LostRunError, noteTotal, release } from '@/server/modules/shops/connections/run-rows';
import type { ClaimedRun } from '@/server/modules/shops/connections/worker/queue';

const PAGE = 50;
/** The interval between checks whether a page is done, in milliseconds. */
const LOOK_AGAIN_MS = 2_000;

/**
 * SQL: selects the codes that were pushed to the shop, and all others that can still be used.
 * @param now the parameter with the time
 * @param shop placeholder of the integration
 */
const isWanted = (now: string, shop: string): string =>
  `(${isOfUse('d', now)}
     OR EXISTS (SELECT FROM "IntegrationCode" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k."integrationId" = ${shop} AND k."discountCodeId" = d.id))`;

const countWanted = workspaceStatement<{ count: number }, [integrationId: string, now: Date]>(
  'integrations.codes.count',
  `SELECT count(*)::int AS count FROM "DiscountCode" d WHERE d."accountId" = $1 AND ${isWanted('$3', '$2::text')}`,
);

interface PageRow extends DiscountCodeRow {
  state: string | null;
  print: string | null;
}

const readPage = workspaceStatement<PageRow, [integrationId: string, now: Date, after: string, limit: number]>(
  'integrations.codes.page',
  `SELECT p.*, c.state, c.print FROM (
     SELECT ${codeColumns('d')} FROM "DiscountCode" d
       WHERE d."accountId" = $1 AND d.id > $4 AND ${isWanted('$3', '$2::text')} ORDER BY d.id LIMIT $5::int) p
   LEFT JOIN LATERAL (
     SELECT c.state, c.print FROM "IntegrationCode" c
       WHERE c."accountId" = ${THIS_WORKSPACE} AND c."integrationId" = $2::text
       AND c."discountCodeId" = p.id OFFSET 0) c ON true
   ORDER BY p.id`,
);

/** Checks for codes that are due or are being pushed; codes that wait for their next try do not count. */
const findBusy = workspaceStatement<{ isBusy: boolean }, [integrationId: string, now: Date]>(
  'integrations.codes.busy',
  `SELECT EXISTS (SELECT FROM "IntegrationCode" c
    WHERE c."accountId" = $1 AND c."integrationId" = $2 AND c."dueAt" IS NOT NULL
    AND (c."dueAt" <= $3::timestamptz OR c."claimedBy" IS NOT NULL)) AS "isBusy"`,
);

const rest = workspaceStatement<{ id: string }, [id: string, worker: string, until: Date]>(
  'integrations.codes.rest',
  `UPDATE "IntegrationRun" r SET "claimedBy" = NULL, "dueAt" = $4::timestamptz
    WHERE r."accountId" = $1 AND r.id = $2 AND r."claimedBy" = $3 AND r."dueAt" IS NOT NULL RETURNING r.id`,
);

const later = (db: Pick<StatementTx, 'now'>, ms: number): Date => new Date(db.now.getTime() + ms);

/** Queues a page's codes, and stores the position after it. @returns true for the last page */
async function askForPage(
  db: WorkspaceDb,
  run: ClaimedRun,
  position: string,
  { worker, leaseMs }: { worker: string; leaseMs: number },
): Promise<{ position: string; isLast: boolean; asked: number }> {
  const rows = await db.rows(readPage, run.integrationId, db.now, position, PAGE);
  const last = rows.at(-1)?.id;
  if (last === undefined) return { position, isLast: true, asked: 0 };
  const isSame = (row: PageRow): boolean => row.state === 'pushed' && row.print === printOf(codeToPush(row));
  const wanted = rows.filter((row) => !isSame(row)).map(({ id }) => id);
  await db.transaction(async (tx) => {
    await askForPush(tx, run.integrationId, wanted);
    const counts = { done: rows.length, created: 0, updated: 0, unchanged: rows.length - wanted.length };
    const progress = { position: last, total: null, mark: null, ...counts, refusals: [] };
    await advance(tx, run, worker, progress, later(tx, leaseMs));
  });
  return { position: last, isLast: false, asked: wanted.length };
}

/** Works until the run must wait, or other runs have their turn. @throws LostRunError */
export async function workOffCodes(
  open: () => WorkspaceDb,
  run: ClaimedRun,
  slice: { worker: string; leaseMs: number; isOver: () => boolean },
): Promise<void> {
  const { worker } = slice;
  if (run.total === null && run.position === null) {
    const [row] = await open().rows(countWanted, run.integrationId, open().now);
    await noteTotal(open(), run.id, worker, row?.count ?? 0);
  }
  for (let position = run.position ?? ''; ;) {
    if (slice.isOver()) return await release(open(), run.id, worker, { dueAt: open().now, attempts: 0, error: null });
    const db = open();
    const isBusy = (await db.rows(findBusy, run.integrationId, db.now))[0]?.isBusy === true;
    const page = isBusy ? null : await askForPage(db, run, position, slice);
    if (page?.isLast === true) return await end(db, run.id, worker, null);
    if (page?.asked === 0) position = page.position;
    else {
      // It is under way while its codes are: they are pushed by whoever has their turn.
      const [mine] = await db.rows(rest, run.id, worker, later(db, LOOK_AGAIN_MS));
      if (mine === undefined) throw new LostRunError('Another worker has this run.');
      return;
    }
  }
}
