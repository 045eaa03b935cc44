/** Resolves segment ids of other resources, such as a broadcast's audience (docs/contract/broadcasts.md#sending). */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import { systemSegments } from '@/server/modules/audience/audience-segments/system-segments';

const activeSegments = workspaceStatement<{ definition: Definition }, [ids: string[]]>(
  'audience-segments.active',
  `SELECT s.definition FROM "AudienceSegment" s
    WHERE s."accountId" = $1 AND s.id = ANY ($2::text[]) AND s.kind = 'custom' AND s.status = 'active'`,
);

/**
 * Returns the definitions of the active segments among `ids`; archived, unknown or foreign ids add nobody. Compile them
 * with segmentContacts.
 */
export async function resolveSegments(
  db: Pick<WorkspaceDb, 'accountId' | 'rows'>,
  ids: string[],
): Promise<Definition[]> {
  if (ids.length === 0) return [];
  const system = systemSegments(db.accountId).filter(({ id }) => ids.includes(id));
  const custom = system.length === new Set(ids).size ? [] : await db.rows(activeSegments, ids);
  return [...system, ...custom].map(({ definition }) => definition);
}
