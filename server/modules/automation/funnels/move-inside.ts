/**
 * Moves people inside to the published version (docs/contract/funnels.md#those-inside). The caller holds the exclusive
 * lock of funnels.
 */
import { isDeepStrictEqual } from 'node:util';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { delayEnds, zoneOf } from '@/server/platform/lib/local-time';
import { plansOf } from '@/server/modules/automation/funnels/versions';

interface PersonInside {
  id: string;
  version: number;
  stepId: string;
  stepSince: Date;
  timezone: unknown;
  workspaceZone: string;
}

const findInside = workspaceStatement<PersonInside, [funnelId: string, version: number, stepIds: string[]]>(
  'funnels.inside',
  `SELECT e.id, e.version, e."stepId", e."stepSince", c.timezone, a."timeZone" AS "workspaceZone"
   FROM "Account" a CROSS JOIN LATERAL (
     SELECT * FROM "FunnelEnrolment" h WHERE h."accountId" = ${THIS_WORKSPACE} AND h."funnelId" = $2
       AND h.status = 'active' AND h.version < $3::int AND h."stepId" = ANY ($4::text[])
       ORDER BY h.id FOR NO KEY UPDATE) e
   CROSS JOIN LATERAL (SELECT k.attributes->'timezone' AS timezone FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = e."contactId" OFFSET 0) c
   WHERE a.id = $1 AND e."accountId" = $1`,
);

const moveAll = workspaceStatement<never, [version: number, ids: string[], dues: (Date | null)[]]>(
  'funnels.move',
  `UPDATE "FunnelEnrolment" e SET version = $2::int,
     "dueAt" = coalesce(n.due, e."dueAt"), "waitingFor" = CASE WHEN n.due IS NULL
       OR e."waitingFor" = 'time' THEN e."waitingFor" END
   FROM (SELECT * FROM unnest($3::text[], $4::timestamptz[]) AS m(id, due)) n WHERE e."accountId" = $1 AND e.id = n.id`,
);

/**
 * Moves people inside to the version. A person whose step was removed stays on the old version. A changed delay counts
 * from when the person began to wait.
 */
export async function moveInside(
  tx: StatementTx,
  { funnelId, version, definition }: { funnelId: string; version: number; definition: FunnelDefinition },
): Promise<void> {
  const steps = new Map(definition.steps.map((step) => [step.id, step]));
  const inside = await tx.rows(findInside, funnelId, version, [...steps.keys()]);
  if (inside.length === 0) return;
  const planOf = await plansOf(
    tx,
    inside.map((each) => ({ funnelId, version: each.version })),
  );
  const dues = inside.map(({ version: old, stepId, stepSince, timezone, workspaceZone }): Date | null => {
    const before = planOf({ funnelId, version: old })?.step(stepId);
    const after = steps.get(stepId);
    if (before === undefined || after === undefined) throw new Error(`Step ${stepId} of ${funnelId} is missing.`);
    const isSame = before.kind === after.kind && isDeepStrictEqual(before.config, after.config);
    if (isSame) return null;
    if (before.kind !== 'delay' || after.kind !== 'delay') return tx.now;
    const ends = delayEnds(after.config, stepSince, zoneOf(timezone, workspaceZone));
    return ends > tx.now ? ends : tx.now;
  });
  await tx.rows(
    moveAll,
    version,
    inside.map(({ id }) => id),
    dues,
  );
}
