/** The data that the editor shows beside a funnel: the number of people at each step, and the funnel's versions. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { get } from '@/server/modules/automation/funnels/rows';
import type { EditorOutput } from '@/server/modules/automation/funnels/schema';

const findStanding = workspaceStatement<{ stepId: string; version: number; people: number }, [funnelId: string]>(
  'funnels.standing',
  `SELECT e."stepId", e.version, count(*)::int AS people FROM "FunnelEnrolment" e
   WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e.status = 'active' AND e."stepId" IS NOT NULL GROUP BY 1, 2
     ORDER BY 1, 2`,
);
const findVersions = workspaceStatement<{ version: number; publishedAt: Date }, [funnelId: string]>(
  'funnels.version-times',
  `SELECT v.version, v."publishedAt" FROM "FunnelVersion" v WHERE v."accountId" = $1 AND v."funnelId" = $2
    ORDER BY v.version DESC LIMIT 100`,
);

/** @throws AppError NOT_FOUND */
export async function editor(db: WorkspaceDb, id: string): Promise<EditorOutput> {
  const funnel = await get(db, id);
  const [peopleAtSteps, versions] = await Promise.all([db.rows(findStanding, id), db.rows(findVersions, id)]);
  return { funnel, peopleAtSteps, versions };
}
