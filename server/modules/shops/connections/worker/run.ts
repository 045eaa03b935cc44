/**
 * One run, page by page. A page is fetched while the page before is written. A page is written together with the
 * position after it, so that a worker that dies has done all of a page or nothing.
 */
import type { Services } from '@/server/platform/access/context';
import { castStored } from '@/server/platform/db/stored';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { integrationsOverLimit } from '@/server/modules/shops/connections/over-plan-limit';
import { configOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import { openShop } from '@/server/modules/shops/connections/open-shop';
import { noteRefusal } from '@/server/modules/shops/connections/refusals';
import { advance, end, LostRunError, noteTotal, release, renew } from '@/server/modules/shops/connections/run-rows';
import { shopOf } from '@/server/modules/shops/orders/shop';
import type { Resource, SyncResource } from '@/server/modules/shops/connections/vocabulary';
import { writeParsedRows } from '@/server/modules/shops/orders/write-rows';
import type { Page, Reader, Reading, Refusal } from '@/server/modules/shops/adapters/store';
import { splitRows, type ParsedRows, type ParsedRow } from '@/server/modules/shops/adapters/parsed-rows';
import { workOffCodes } from '@/server/modules/shops/connections/worker/codes-run';
import { interruptionOf } from '@/server/modules/shops/connections/worker/outcome';
import { LEASE_MS, type ClaimedRun } from '@/server/modules/shops/connections/worker/queue';

type Needed = Pick<Services, 'database' | 'settings' | 'transport' | 'log'>;

export interface Slice {
  sliceMs: number;
  leaseMs: number;
  isStopping: () => boolean;
}

/** Fetches a page ahead; an error is handled when it is the page's turn. */
function ahead(reader: Reader, position: string): Promise<Page> {
  const page = reader.next(position);
  page.catch(() => undefined);
  return page;
}

/** Works on a run until it is done, interrupted, or other runs have their turn. */
export async function workOff(services: Needed, worker: string, run: ClaimedRun, slice: Slice): Promise<void> {
  const open = (): WorkspaceDb => systemDb(services.database, run.accountId);
  // However long a page takes to come: whoever stands still loses the run, whoever waits does not.
  const renewing = setInterval(() => {
    const db = open();
    renew(db, run.id, worker, new Date(db.now.getTime() + slice.leaseMs)).catch(() => undefined);
  }, slice.leaseMs / 3);
  try {
    await work(services, worker, run, slice, open);
  } catch (error) {
    if (error instanceof LostRunError) return;
    const db = open();
    // Of pages in a row only: one that was written since begins the count anew.
    const attempts = (await db.prisma.integrationRun.findFirst({ where: { id: run.id } }))?.attempts ?? 0;
    const interruption = interruptionOf(error, attempts);
    if (interruption === null) throw error;
    const { log } = services;
    log.info({ runId: run.id, integrationId: run.integrationId, ...interruption }, 'a run was interrupted by its shop');
    if (interruption.kind === 'failed') return await end(db, run.id, worker, interruption.reason);
    const dueAt = new Date(db.now.getTime() + interruption.afterMs);
    if (interruption.kind === 'wait') return await release(db, run.id, worker, { dueAt, attempts, error: run.error });
    const { reason } = interruption;
    if (interruption.kind === 'refused' && (await noteRefusal(db, run.integrationId, reason))) return;
    const counted = interruption.kind === 'again' ? attempts + 1 : attempts;
    await release(db, run.id, worker, { dueAt, attempts: counted, error: reason });
  } finally {
    clearInterval(renewing);
  }
}

async function work(
  services: Needed,
  worker: string,
  run: ClaimedRun,
  { sliceMs, leaseMs, isStopping }: Slice,
  open: () => WorkspaceDb,
): Promise<void> {
  const began = performance.now();
  const integration = await open().prisma.integration.findFirst({ where: { id: run.integrationId } });
  if (integration === null) throw new LostRunError('The integration is gone.');
  if ((await integrationsOverLimit(open())).has(integration.id)) return await putOff(open(), run, worker);
  const isOver = (): boolean => isStopping() || performance.now() - began > sliceMs;
  if (run.resource === 'codes') return await workOffCodes(open, run, { worker, leaseMs, isOver });
  const { store, ...shop } = await openShop(services, integration);
  const givesWay = (): boolean => (store.readsWhole === true ? isStopping() : isOver());
  const reading: Reading = {
    resource: castStored<Resource>(run.resource),
    kind: castStored<Reading['kind']>(run.kind),
    since: run.since,
    mark: await markOf(open(), run),
  };
  if (store.open === undefined) return await end(open(), run.id, worker, null);
  if (run.total === null && run.position === null)
    await noteTotal(open(), run.id, worker, (await store.count?.(shop, reading)) ?? null);
  const reader = store.open(shop, reading);
  try {
    let next: Promise<Page> | null = reader.next(run.position);
    while (next !== null) {
      const page: Page = await next;
      const isLast = page.position === null;
      const isInterrupted = givesWay();
      next = page.position === null || isInterrupted ? null : ahead(reader, page.position);
      await writePage(open(), integration, { worker, leaseMs }, run, page);
      if (isLast) await end(open(), run.id, worker, null);
      else if (isInterrupted) await release(open(), run.id, worker, { dueAt: open().now, attempts: 0, error: null });
    }
  } finally {
    await reader.close();
  }
}

/**
 * Returns the mark of the resource's last run, by which the adapter finds unchanged parts; null when everything is to
 * be read.
 */
async function markOf(db: WorkspaceDb, { integrationId, resource, kind }: ClaimedRun): Promise<string | null> {
  if (kind !== 'file') return null;
  const last = await db.prisma.integrationRun.findFirst({
    where: { integrationId, resource, finishedAt: { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { status: true, mark: true },
  });
  return last?.status === 'succeeded' ? last.mark : null;
}

/** Puts a run off while the plan has no room; once it has room, the run goes on within a minute. */
const putOff = (db: WorkspaceDb, run: ClaimedRun, worker: string): Promise<void> =>
  release(db, run.id, worker, {
    dueAt: new Date(db.now.getTime() + LEASE_MS),
    attempts: run.attempts,
    error: run.error,
  });

async function writePage(
  db: WorkspaceDb,
  integration: IntegrationRow,
  { worker, leaseMs }: { worker: string; leaseMs: number },
  run: ClaimedRun,
  page: Page,
): Promise<void> {
  const { sync } = configOf(integration);
  const parsed: ParsedRows[] = [];
  const refusals: Refusal[] = [];
  for (const rows of page.rowSets.filter(({ resource }) => sync[resource])) {
    const read = splitRows(rows);
    parsed.push(read.parsed);
    if (rows.resource === run.resource) refusals.push(...read.refused);
  }
  const resource = castStored<SyncResource>(run.resource);
  await writeParsedRows(db, shopOf(integration), { parsed, deletions: [] }, async (tx, outcomes) => {
    const {
      created = 0,
      updated = 0,
      unchanged = 0,
      errors = [],
    } = resource === 'codes' ? {} : (outcomes[resource] ?? {});
    const rows = parsed
      .filter((each) => each.resource === resource)
      .flatMap<ParsedRow<Resource>>((each) => [...each.rows]);
    const refused = errors.map(({ row, reason }) => ({ ref: rows[row]?.externalRef ?? '', reason }));
    const progress = {
      position: page.position,
      total: page.total ?? null,
      mark: page.mark ?? null,
      done: page.count,
      created,
      updated,
      unchanged,
      refusals: [...refusals, ...refused],
    };
    await advance(tx, run, worker, progress, new Date(tx.now.getTime() + leaseMs));
  });
}
