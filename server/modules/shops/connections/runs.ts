/**
 * Runs of an integration (docs/contract/integrations.md#runs): asked for, shown, canceled. The worker works them off.
 */
import { DAY_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import type { IntegrationRun as RunRow } from '@/prisma/generated/client';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { columnsOf } from '@/server/platform/db/columns';
import { composedStatement, Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { castStored } from '@/server/platform/db/stored';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { forgetPrints } from '@/server/modules/shops/connections/codes-push';
import { CATALOG } from '@/server/modules/shops/connections/catalog';
import { integrationsOverLimit } from '@/server/modules/shops/connections/over-plan-limit';
import { configOf, lackingOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import type { ListRunsInput, Run, SyncInput } from '@/server/modules/shops/connections/schema';
import { checkIntegrationJob } from '@/server/modules/shops/connections/jobs';
import {
  CHECKOUTS_BACKFILL_DAYS,
  type Provider,
  type RunKind,
  type SyncResource,
} from '@/server/modules/shops/connections/vocabulary';

/** The milliseconds by which a reconcile reaches back before the last run, for rows that were being written then. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** The number of refused rows that are shown with a run; its file has all of them. */
const ERRORS_SHOWN = 50;

/**
 * Returns the resources to exchange with this shop: those that the provider has, config includes and the credentials
 * allow.
 */
export function takenResources(row: IntegrationRow): SyncResource[] {
  const { sync } = configOf(row);
  const lacking = new Set(lackingOf(row).map(({ resource }) => resource));
  return CATALOG[castStored<Provider>(row.provider)].resources.filter((name) => sync[name] && !lacking.has(name));
}

interface LastRun {
  resource: string;
  id: string;
  status: string;
  /** The time when the last run that came through began. */
  since: Date | null;
}

const findLast = workspaceStatement<LastRun, [integrationId: string]>(
  'integrations.runs.last',
  `SELECT DISTINCT ON (r.resource) r.resource, r.id, r.status,
     (SELECT max(s."startedAt") FROM "IntegrationRun" s
       WHERE s."accountId" = $1 AND s."integrationId" = $2::text AND s.resource = r.resource
       AND s.status IN ('succeeded', 'partial')) AS since
   FROM "IntegrationRun" r WHERE r."accountId" = $1 AND r."integrationId" = $2::text
     ORDER BY r.resource, r."createdAt" DESC, r.id DESC`,
);

/** Inserts a run. Runs that are queued together are a millisecond apart, which keeps their order. */
const insertRun = workspaceStatement<
  { id: string },
  [integrationId: string, kind: string, resource: string, since: Date | null, place: number, now: Date]
>(
  'integrations.runs.insert',
  `INSERT INTO "IntegrationRun" ("accountId", "integrationId", kind, resource, status, since, "dueAt", "createdAt",
    "updatedAt")
   VALUES ($1, $2, $3, $4, 'queued', $5::timestamptz, $7::timestamptz,
     $7::timestamptz + $6::int * interval '1 millisecond', $7::timestamptz) RETURNING id`,
);

const reopen = workspaceStatement<{ id: string }, [id: string, now: Date]>(
  'integrations.runs.reopen',
  `UPDATE "IntegrationRun" r SET status = 'queued', attempts = 0, error = NULL, "finishedAt" = NULL,
    "dueAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
   WHERE r."accountId" = $1 AND r.id = $2 AND r.status = 'failed' RETURNING r.id`,
);

/** Decides how a resource is read, and from when on. */
function planOfRun(
  row: IntegrationRow,
  resource: SyncResource,
  last: LastRun | undefined,
  { full, now }: { full: boolean; now: Date },
): { kind: RunKind; since: Date | null } {
  if (resource === 'codes') return { kind: 'codes', since: null };
  // Of a sheet all is read; asked for anew, also where it says that nothing has changed.
  if (row.provider === 'sheet_p1') return { kind: full ? 'backfill' : 'file', since: null };
  if (!full && last?.since) return { kind: 'reconcile', since: new Date(last.since.getTime() - OVERLAP_MS) };
  if (resource === 'checkouts')
    return { kind: 'backfill', since: new Date(now.getTime() - CHECKOUTS_BACKFILL_DAYS * DAY_MS) };
  return { kind: 'backfill', since: resource === 'orders' ? row.ordersSince : null };
}

/**
 * Queues runs, in the order of the resources. A failed run resumes where it stopped; a running one is left alone.
 * @returns ids of the runs that are queued now
 */
export async function queueRuns(
  tx: StatementTx,
  row: IntegrationRow,
  resources: readonly SyncResource[],
  { full }: { full: boolean },
): Promise<string[]> {
  const last = new Map((await tx.rows(findLast, row.id)).map((each) => [each.resource, each]));
  const ids: string[] = [];
  for (const [place, resource] of resources.entries()) {
    const before = last.get(resource);
    if (before?.status === 'queued' || before?.status === 'running') continue;
    // Codes are walked from the first: what the shop already has is not pushed again.
    const goesOn = before?.status === 'failed' && !full && resource !== 'codes';
    const again = goesOn ? await tx.rows(reopen, before.id, tx.now) : [];
    if (again.length > 0) ids.push(...again.map(({ id }) => id));
    else {
      if (resource === 'codes' && full) await forgetPrints(tx, row.id);
      const { kind, since } = planOfRun(row, resource, before, { full, now: tx.now });
      ids.push(...(await tx.rows(insertRun, row.id, kind, resource, since, place, tx.now)).map(({ id }) => id));
    }
  }
  return ids;
}

const findRefusals = workspaceStatement<{ runId: string; ref: string; reason: string }, [runIds: string[]]>(
  'integrations.runs.errors',
  `SELECT e."runId", e.ref, e.reason FROM "IntegrationRefusal" e
   WHERE e."accountId" = $1 AND e."runId" = ANY ($2::text[]) AND e.position < ${ERRORS_SHOWN}
     ORDER BY e."runId", e.position`,
);

/** Returns rows a minute since the run began, and the remaining time at that pace. */
function paceOf({ status, startedAt, done, total }: RunRow, now: Date): Pick<Run, 'ratePerMinute' | 'etaSeconds'> {
  if (startedAt === null || done === 0 || (status !== 'running' && status !== 'queued'))
    return { ratePerMinute: null, etaSeconds: null };
  const perMinute = (done * MINUTE_MS) / Math.max(now.getTime() - startedAt.getTime(), 1000);
  const left = total === null ? null : Math.max(total - done, 0);
  return {
    ratePerMinute: Math.round(perMinute),
    etaSeconds: left === null ? null : Math.ceil((left * 60) / perMinute),
  };
}

async function present(db: Pick<WorkspaceDb, 'rows' | 'now'>, rows: readonly RunRow[]): Promise<Run[]> {
  const withRefusals = rows.filter(({ refused }) => refused > 0).map(({ id }) => id);
  const refusals = withRefusals.length === 0 ? [] : await db.rows(findRefusals, withRefusals);
  return rows.map((row) => ({
    ...castStored<Omit<Run, 'errors' | 'ratePerMinute' | 'etaSeconds'>>(row),
    errors: refusals.flatMap(({ runId, ref, reason }) => (runId === row.id ? [{ ref, reason }] : [])),
    ...paceOf(row, db.now),
  }));
}

/** @throws AppError BAD_STATE with `details.status` for an integration that cannot sync in its state */
async function requireSyncable(db: WorkspaceDb, row: IntegrationRow): Promise<void> {
  const refuse = (status: string) => new AppError('BAD_STATE', { details: { status } });
  if (row.status === 'revoked' || row.provider === 'http_generic') throw refuse(row.status);
  if ((await integrationsOverLimit(db)).has(row.id)) throw refuse('held');
}

/** Locks the integration, so that one caller at a time queues runs. */
const hold = workspaceStatement<{ id: string }, [id: string]>(
  'integrations.hold',
  `SELECT i.id FROM "Integration" i WHERE i."accountId" = $1 AND i.id = $2 FOR NO KEY UPDATE`,
);

/**
 * Queues a run of each resource, and a check of the shop and its webhooks. An integration in error becomes pending
 * again, so its check comes first.
 * @throws AppError NOT_FOUND, BAD_STATE, SYNC_RUNNING with `details.resources`
 */
export async function sync(
  db: WorkspaceDb,
  { id, resources: sent, full = false }: SyncInput,
): Promise<{ runs: Run[] }> {
  const before = orNotFound(await db.prisma.integration.findFirst({ where: { id } }));
  await requireSyncable(db, before);
  const ids = await db.prismaTransaction(async (tx) => {
    await tx.rows(hold, id);
    const row = orNotFound(await tx.prisma.integration.findFirst({ where: { id } }));
    const taken = takenResources(row);
    const wanted = taken.filter((name) => sent?.includes(name) ?? true);
    const running = await tx.prisma.integrationRun.findMany({
      where: { integrationId: id, dueAt: { not: null }, resource: { in: wanted } },
      select: { resource: true },
    });
    if (running.length > 0)
      throw new AppError('SYNC_RUNNING', { details: { resources: running.map(({ resource }) => resource) } });
    const queued = await queueRuns(tx, row, wanted, { full });
    if (row.status === 'error')
      await tx.prisma.integration.updateMany({
        where: { id, status: 'error' },
        data: { status: 'pending', refusedAt: [], updatedAt: tx.now },
      });
    // News that stopped are what people press it for: webhooks that the shop dropped are set up again, as every six
    // hours.
    await enqueue(tx, checkIntegrationJob, { integrationId: id });
    await tx.audit({
      action: 'integration.sync',
      targetType: 'integration',
      targetId: id,
      data: { displayName: row.displayName, resources: wanted, full },
    });
    return queued;
  });
  const rows = await db.prisma.integrationRun.findMany({ where: { id: { in: ids } }, orderBy: { createdAt: 'asc' } });
  return { runs: await present(db, rows) };
}

const requireIntegration = async (db: WorkspaceDb, id: string): Promise<IntegrationRow> =>
  orNotFound(await db.prisma.integration.findFirst({ where: { id } }));

/**
 * Lists runs, the last queued first. @throws AppError NOT_FOUND, VALIDATION for a cursor that is not from this list
 */
export async function listRuns(
  db: WorkspaceDb,
  { id, limit, cursor }: ListRunsInput,
): Promise<{ data: Run[]; cursor: string | null; hasMore: boolean }> {
  await requireIntegration(db, id);
  const parameters = new Parameters();
  const filter = ['r."accountId" = $1', `r."integrationId" = ${parameters.add(id, 'text')}`];
  if (cursor !== undefined) {
    const from = decodeCursor(cursor, 'instant');
    filter.push(
      `(r."createdAt", r.id) < (${parameters.add(from.key, 'timestamptz')}, ${parameters.add(from.id, 'text')})`,
    );
  }
  const most = parameters.add(limit + 1, 'int');
  const rows = await db.rows(
    composedStatement<RunRow>(
      `SELECT ${columnsOf('IntegrationRun', 'r')} FROM "IntegrationRun" r WHERE ${filter.join(' AND ')}
        ORDER BY r."createdAt" DESC, r.id DESC LIMIT ${most}`,
    ),
    ...parameters.values,
  );
  const page = cutPage(rows, limit, (row) => row.createdAt);
  return { data: await present(db, page.rows), cursor: page.nextCursor, hasMore: page.hasMore };
}

interface RunKey {
  id: string;
  runId: string;
}

/** @throws AppError NOT_FOUND */
export async function getRun(db: WorkspaceDb, { id, runId }: RunKey): Promise<Run> {
  const row = orNotFound(await db.prisma.integrationRun.findFirst({ where: { id: runId, integrationId: id } }));
  const [run] = await present(db, [row]);
  return orNotFound(run);
}

/**
 * Cancels a run; its imported rows stay. A repeat changes nothing. @throws AppError NOT_FOUND, BAD_STATE for a run that
 * ended otherwise
 */
export async function cancelRun(db: WorkspaceDb, key: RunKey): Promise<Run> {
  await db.prismaTransaction(async (tx) => {
    const { count } = await tx.prisma.integrationRun.updateMany({
      where: { id: key.runId, integrationId: key.id, dueAt: { not: null } },
      data: { status: 'canceled', dueAt: null, claimedBy: null, finishedAt: tx.now, updatedAt: tx.now },
    });
    const row = orNotFound(
      await tx.prisma.integrationRun.findFirst({ where: { id: key.runId, integrationId: key.id } }),
    );
    if (count === 0 && row.status !== 'canceled') throw new AppError('BAD_STATE', { details: { status: row.status } });
    if (count === 0) return;
    await tx.audit({
      action: 'integration.sync',
      targetType: 'integration',
      targetId: key.id,
      data: { runId: row.id, resource: row.resource, canceled: true },
    });
  });
  return await getRun(db, key);
}
