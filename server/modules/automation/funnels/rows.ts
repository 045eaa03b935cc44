/** Rows of funnels, as the database has them and as we return them. */
import { columnsOf } from '@/server/platform/db/columns';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { funnelsOverLimit, type LiveFunnel } from '@/server/modules/automation/funnels/over-plan-limit';
import { lookUpNamed, problemsOf, type Named } from '@/server/modules/automation/funnels/problems';
import type { Funnel, FunnelSummary } from '@/server/modules/automation/funnels/schema';
import { plansOf, type Plan } from '@/server/modules/automation/funnels/versions';
import type { FunnelStatus } from '@/server/modules/automation/funnels/vocabulary';
import type { EnrolmentStatus } from '@/server/platform/lib/shared-vocabulary';

export interface FunnelRow {
  id: string;
  accountId: string;
  name: string;
  description: string | null;
  status: FunnelStatus;
  version: number;
  definition: FunnelDefinition;
  draft: FunnelDefinition | null;
  trigger: string;
  triggerKey: string;
  activatedAt: Date | null;
  liveSince: Date | null;
  pausedAt: Date | null;
  lookAt: Date | null;
  lookedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const funnelColumns = (alias: string): string => columnsOf('Funnel', alias);

const findFunnel = workspaceStatement<FunnelRow, [id: string]>(
  'funnels.find',
  `SELECT ${funnelColumns('f')} FROM "Funnel" f WHERE f."accountId" = $1 AND f.id = $2`,
);
const lockFunnel = workspaceStatement<FunnelRow, [id: string]>(
  'funnels.lock-one',
  `SELECT ${funnelColumns('f')} FROM "Funnel" f WHERE f."accountId" = $1 AND f.id = $2 FOR NO KEY UPDATE`,
);
const findAll = workspaceStatement<FunnelRow, [statuses: string[]]>(
  'funnels.list',
  `SELECT ${funnelColumns('f')} FROM "Funnel" f WHERE f."accountId" = $1 AND f.status = ANY ($2::text[])
    ORDER BY f."createdAt" DESC, f.id DESC LIMIT 500`,
);
const findLive = workspaceStatement<LiveFunnel>(
  'funnels.live-ranks',
  `SELECT f.id, f."activatedAt", f.trigger FROM "Funnel" f WHERE f."accountId" = $1 AND f.status = 'live'`,
);
const sumTallies = workspaceStatement<{ funnelId: string; status: EnrolmentStatus; people: number }, [ids: string[]]>(
  'funnels.tallies',
  `SELECT g.id AS "funnelId", t.status, t.people FROM unnest($2::text[]) AS g(id)
   CROSS JOIN LATERAL (SELECT c.status, sum(c.people)::int AS people FROM "FunnelTally" c
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c."funnelId" = g.id GROUP BY c.status OFFSET 0) t
   WHERE $1 <> ''`,
);

type Db = Pick<StatementTx, 'rows' | 'now' | 'accountId'>;

/** Lists live funnels, to rank them against the plan's limit. */
export const findLiveFunnels = async (db: Pick<StatementTx, 'rows'>): Promise<LiveFunnel[]> => await db.rows(findLive);

/** @throws AppError NOT_FOUND */
export const readFunnel = async (db: Db, id: string): Promise<FunnelRow> =>
  orNotFound((await db.rows(findFunnel, id))[0]);

/** Locked to the end of the transaction. @throws AppError NOT_FOUND */
export const holdFunnel = async (tx: Db, id: string): Promise<FunnelRow> =>
  orNotFound((await tx.rows(lockFunnel, id))[0]);

interface Shown {
  named: Named;
  held: ReadonlySet<string>;
  counts: ReadonlyMap<string, FunnelSummary['counts']>;
  planOf: (key: { funnelId: string; version: number }) => Plan | undefined;
}

/** Reads the values that are shown beside a funnel's row. */
async function lookUp(db: Db, rows: readonly FunnelRow[]): Promise<Shown> {
  const named = await lookUpNamed(
    db,
    rows.map(({ draft, definition }) => draft ?? definition),
  );
  const isAnyLive = rows.some(({ status }) => status === 'live');
  const held = isAnyLive ? funnelsOverLimit(await readEffectivePlan(db), await findLiveFunnels(db)) : new Set<string>();
  const counts = new Map<string, FunnelSummary['counts']>();
  for (const { funnelId, status, people } of await db.rows(
    sumTallies,
    rows.map(({ id }) => id),
  )) {
    const known = counts.get(funnelId) ?? { active: 0, completed: 0, exited: 0 };
    counts.set(funnelId, { ...known, [status]: people });
  }
  const begun = rows.filter(({ version }) => version > 0).map(({ id, version }) => ({ funnelId: id, version }));
  return { named, held, counts, planOf: await plansOf(db, begun) };
}

function present(row: FunnelRow, { named, held, counts, planOf }: Shown): Funnel {
  const { id, accountId, name, description, status, version, definition, draft } = row;
  const isLive = version > 0 && draft === null;
  const inForce = planOf({ funnelId: id, version });
  const problems =
    status === 'archived'
      ? []
      : problemsOf(draft ?? definition, {
          named,
          isLive,
          ...(isLive && inForce !== undefined && { version: inForce.of }),
        });
  return {
    ...{ id, accountId, name, description, status, version, definition, draft, problems },
    held: held.has(id) ? 'PLAN_LIMIT' : null,
    counts: counts.get(id) ?? { active: 0, completed: 0, exited: 0 },
    activatedAt: row.activatedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export async function presentFunnel(db: Db, row: FunnelRow): Promise<Funnel> {
  return present(row, await lookUp(db, [row]));
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<Funnel> {
  return await presentFunnel(db, await readFunnel(db, id));
}

/** Newest first. @param statuses left out: all but the archived */
export async function list(
  db: WorkspaceDb,
  statuses: readonly FunnelStatus[] = ['draft', 'live', 'paused'],
): Promise<FunnelSummary[]> {
  const rows = await db.rows(findAll, [...statuses]);
  if (rows.length === 0) return [];
  const shown = await lookUp(db, rows);
  return rows.map((row) => {
    const { definition, draft: _draft, ...summary } = present(row, shown);
    return { ...summary, trigger: definition.trigger };
  });
}
