/** The dashboard's page of a campaign, by kind: attached children in pages, and candidates for attaching. */
import { workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { decodeCursor, encodeCursor } from '@/server/platform/db/cursor';
import {
  CHILD_TYPES,
  type Candidates,
  type CandidatesInput,
  type ChildrenInput,
  type ChildrenPage,
  type ChildType,
} from '@/server/modules/overview/marketing-campaigns/children-schema';
import { ATTACHED, KINDS, newestFirst, type ChildJson } from '@/server/modules/overview/marketing-campaigns/kinds';
import { CANDIDATES } from '@/server/modules/overview/marketing-campaigns/vocabulary';

const KNOWN = `SELECT c.id FROM "MarketingCampaign" c WHERE c."accountId" = $1 AND c.id = $2::text`;

type ChildrenRow = { total: number; children: ChildJson[] };

/** $3 rows, after the instant $4 and id $5 where there is a cursor. No row at all: no such campaign. */
function childrenStatement(type: ChildType, cursor: boolean): WorkspaceStatement<ChildrenRow, unknown[]> {
  const kind = KINDS[type];
  const where = `${ATTACHED} AND ${kind.listed}`;
  return workspaceStatement(
    `marketing-campaigns.children.${type}${cursor ? '.cursor' : ''}`,
    `SELECT (SELECT count(*)::int FROM "${kind.table}" k WHERE ${where}) AS total,
       (SELECT coalesce(json_agg(x), '[]') FROM (
          SELECT ${kind.columns} FROM "${kind.table}" k WHERE ${where}${cursor ? ` AND (k."${kind.at}", k.id) < ($4::timestamptz, $5::text)` : ''} ${newestFirst(kind)} LIMIT $3) x) AS children
     FROM (${KNOWN}) known`,
  );
}

const CHILDREN = new Map(
  CHILD_TYPES.map((type) => [type, { first: childrenStatement(type, false), next: childrenStatement(type, true) }]),
);

/**
 * Returns children, newest first. @throws AppError NOT_FOUND for the campaign; VALIDATION for a cursor of another list
 */
export async function children(db: WorkspaceDb, { id, type, limit, cursor }: ChildrenInput): Promise<ChildrenPage> {
  const statements = CHILDREN.get(type);
  if (statements === undefined) throw new Error('There is no statement for this kind.');
  const position = cursor === undefined ? undefined : decodeCursor(cursor, 'instant');
  const rows =
    position === undefined
      ? await db.rows(statements.first, id, limit + 1)
      : await db.rows(statements.next, id, limit + 1, position.key, position.id);
  const { total, children: read } = orNotFound(rows[0]);
  const kind = KINDS[type];
  const shown = read.slice(0, limit);
  const items = shown.map((row) => kind.present(row));
  const hasMore = read.length > limit;
  const last = shown.at(-1);
  // Presenting has made dates of its instants.
  const nextCursor =
    hasMore && last !== undefined
      ? encodeCursor({ key: (last[kind.at] as Date).toISOString(), id: last.id as string })
      : null;
  // The kind decides what its children are; TypeScript does not follow that through a table.
  return { type, items, total, nextCursor, hasMore } as ChildrenPage;
}

type CandidatesRow = { children: ChildJson[]; campaigns: Record<string, string> };

function candidatesStatement(type: ChildType): WorkspaceStatement<CandidatesRow, [id: string, q: string]> {
  const kind = KINDS[type];
  const matches = [`$3::text = ''`, ...kind.searched.map((text) => `strpos(lower(${text}), lower($3::text)) > 0`)].join(
    ' OR ',
  );
  return workspaceStatement(
    `marketing-campaigns.candidates.${type}`,
    `WITH candidate AS (
       SELECT ${kind.columns} FROM "${kind.table}" k
       WHERE k."accountId" = $1 AND k."marketingCampaignId"
         IS DISTINCT FROM $2::text AND ${kind.listed} AND (${matches}) ${newestFirst(kind)} LIMIT ${CANDIDATES})
     SELECT (SELECT coalesce(json_agg(x), '[]') FROM candidate x) AS children,
       (SELECT coalesce(json_object_agg(m.id, m.name), '{}') FROM "MarketingCampaign" m
         WHERE m."accountId" = $1 AND m.id IN (SELECT x."marketingCampaignId" FROM candidate x)) AS campaigns
     FROM (${KNOWN}) known`,
  );
}

const CANDIDATE_STATEMENTS = new Map(CHILD_TYPES.map((type) => [type, candidatesStatement(type)]));

/**
 * Returns the newest matching children that are not attached to this campaign. @throws AppError NOT_FOUND for the
 * campaign
 */
export async function candidates(db: WorkspaceDb, { id, type, q }: CandidatesInput): Promise<Candidates> {
  const statement = CANDIDATE_STATEMENTS.get(type);
  if (statement === undefined) throw new Error('There is no statement for this kind.');
  const row = orNotFound((await db.rows(statement, id, q.trim()))[0]);
  const kind = KINDS[type];
  return { type, items: row.children.map((child) => kind.present(child)), campaigns: row.campaigns } as Candidates;
}
