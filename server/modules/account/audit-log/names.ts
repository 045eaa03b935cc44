/** The names of the people, keys and things in audit entries, for the dashboard. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { get, list } from '@/server/modules/account/audit-log/entries';
import type { Actors, AuditEntry, ListInput, ListOutput, NamedEntry } from '@/server/modules/account/audit-log/schema';

interface Name {
  id: string;
  name: string;
  handle: string | null;
}

/**
 * Names of ids in the workspace's own entries. People may have left the workspace, and partners' keys belong to no
 * workspace, so both are looked up only if an entry of the workspace names them.
 */
const namesOf = workspaceStatement<Name, [ids: string[]]>(
  'audit-log.names',
  `WITH named AS MATERIALIZED (
     SELECT i.id FROM unnest($2::text[]) i (id)
     WHERE EXISTS (SELECT 1 FROM "AuditEntry" e WHERE e."accountId" = $1 AND e."actorId" = i.id)
        OR EXISTS (SELECT 1 FROM "AuditEntry" e WHERE e."accountId" = $1 AND e."targetId" = i.id))
   SELECT u.id, u.name, u.email AS handle FROM named n JOIN "User" u ON u.id = n.id
   UNION ALL SELECT k.id, k.name, k."keyId" FROM named n JOIN "ApiKey" k ON k."accountId" = $1 AND k.id = n.id
   UNION ALL SELECT p.id, p.name, p."keyId" FROM named n JOIN "PlatformKey" p ON p.id = n.id
   UNION ALL SELECT t.id, t.name, t.identifier FROM named n JOIN "Partner" t ON t.id = n.id
   UNION ALL SELECT d.id, d.code, NULL FROM named n JOIN "DiscountCode" d ON d."accountId" = $1 AND d.id = n.id
   UNION ALL SELECT w.id, w.name, NULL FROM named n JOIN "Form" w ON w."accountId" = $1 AND w.id = n.id
   UNION ALL SELECT f.id, f.name, NULL FROM named n JOIN "Funnel" f ON f."accountId" = $1 AND f.id = n.id
   UNION ALL SELECT b.id, b.title, NULL FROM named n JOIN "Brief" b ON b."accountId" = $1 AND b.id = n.id
   UNION ALL SELECT a.id, a.name, NULL FROM named n JOIN "Program" a ON a."accountId" = $1 AND a.id = n.id
   UNION ALL SELECT o.id, o.name, NULL FROM named n JOIN "Collaboration" o ON o."accountId" = $1 AND o.id = n.id
   UNION ALL SELECT v.id, coalesce(nullif(v."senderName", ''), v.address), NULL FROM named n
     JOIN "Conversation" v ON v."accountId" = $1 AND v.id = n.id
   UNION ALL SELECT h.id, h."displayName", NULL FROM named n
     JOIN "ChannelIntegration" h ON h."accountId" = $1 AND h.id = n.id
   UNION ALL SELECT g.id, g."displayName", NULL FROM named n JOIN "Integration" g ON g."accountId" = $1 AND g.id = n.id
   UNION ALL SELECT c.id, c.name, NULL FROM named n JOIN "MarketingCampaign" c ON c."accountId" = $1 AND c.id = n.id`,
);

async function readNames(db: WorkspaceDb, ids: readonly (string | null)[]): Promise<Map<string, Name>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await db.rows(namesOf, wanted);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The keys under which data may name the thing. */
const CALLED = ['code', 'name', 'displayName', 'url', 'email'] as const;

const calledByData = ({ data }: AuditEntry): string | null =>
  CALLED.map((key) => data[key]).find((value): value is string => typeof value === 'string' && value !== '') ?? null;

function withNames(entry: AuditEntry, names: ReadonlyMap<string, Name>): NamedEntry {
  const actor = entry.actorId === null ? undefined : names.get(entry.actorId);
  return {
    ...entry,
    actorName: actor?.name ?? null,
    actorHandle: actor?.handle ?? null,
    subject: calledByData(entry) ?? names.get(entry.targetId)?.name ?? null,
  };
}

/** Returns one entry with names. @throws AppError NOT_FOUND */
export async function getNamed(db: WorkspaceDb, id: string): Promise<NamedEntry> {
  const entry = await get(db, id);
  return withNames(entry, await readNames(db, [entry.actorId, entry.targetId]));
}

/** A page of the list with names. @throws AppError VALIDATION for a forged cursor */
export async function listNamed(db: WorkspaceDb, input: ListInput): Promise<ListOutput & { entries: NamedEntry[] }> {
  const page = await list(db, input);
  const names = await readNames(
    db,
    page.entries.flatMap(({ actorId, targetId }) => [actorId, targetId]),
  );
  return { ...page, entries: page.entries.map((entry) => withNames(entry, names)) };
}

/** The most actors in the menu of the filter. */
const MOST_ACTORS = 200;

/**
 * Everybody who ever changed something, found by jumping through the index: one look-up for each person or key, however
 * many entries they have.
 */
const actorIds = workspaceStatement<{ id: string; kind: Actors['actors'][number]['kind'] }, [most: number]>(
  'audit-log.actors',
  `WITH RECURSIVE leap AS (
     (SELECT e."actorId", e."actorKind" FROM "AuditEntry" e WHERE e."accountId" = $1 AND e."actorId" IS NOT NULL
       ORDER BY e."actorId" LIMIT 1)
     UNION ALL
     SELECT next.* FROM leap, LATERAL (
       SELECT e."actorId", e."actorKind" FROM "AuditEntry" e WHERE e."accountId" = $1 AND e."actorId" > leap."actorId"
         ORDER BY e."actorId" LIMIT 1) next)
   SELECT "actorId" AS id, "actorKind" AS kind FROM leap LIMIT $2::int`,
);

/** Returns the actors to filter the list by, in the order of their names. */
export async function actors(db: WorkspaceDb): Promise<Actors> {
  const rows = await db.rows(actorIds, MOST_ACTORS);
  const names = await readNames(
    db,
    rows.map(({ id }) => id),
  );
  const known = rows.map(({ id, kind }) => ({
    id,
    kind,
    name: names.get(id)?.name ?? null,
    handle: names.get(id)?.handle ?? null,
  }));
  return { actors: known.sort((a, b) => (a.name ?? a.id).localeCompare(b.name ?? b.id)) };
}
