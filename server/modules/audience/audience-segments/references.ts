/**
 * The lists and segments that an audience names (docs/contract/audience-segments.md#writing), and the lists that the
 * conditions of these segments name. They are collected in one place, so that none is missed: a list or segment in use
 * is neither archived nor deleted, and no message is sent because an exclusion was deleted.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { conditionsOf } from '@/server/modules/audience/audience-segments/definition';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import { systemSegments } from '@/server/modules/audience/audience-segments/system-segments';
import type { Audience } from '@/server/modules/messaging/broadcasts/schema';

/**
 * Both halves of the audience of a broadcast `b`, as SQL. Every part of an audience that can be archived or deleted is
 * here.
 */
const PARTS = ['b.audience', `b.audience -> 'exclude'`] as const;

const names = (key: 'listIds' | 'segmentIds', id: string): string =>
  `(${PARTS.map((part) => `coalesce(${part} -> '${key}' ? ${id}, false)`).join(' OR ')})`;

/** SQL: whether the definition of a segment `s` asks for a list. */
const asksFor = (listId: string): string =>
  `jsonb_path_exists(s.definition, '$.groups[*].conditions[*] ? (@.field == "list" && @.value == $id)', jsonb_build_object('id', ${listId}::text))`;

/**
 * SQL: whether a broadcast `b` of the workspace $1 names the list or segment, directly or through a segment. @param id
 * a placeholder
 */
export const NAMED_BY = {
  segment: (id: string): string => names('segmentIds', id),
  list: (id: string): string =>
    `(${names('listIds', id)} OR EXISTS (SELECT FROM "AudienceSegment" s
      WHERE s."accountId" = $1 AND s.status = 'active' AND ${names('segmentIds', 's.id')} AND ${asksFor(id)}))`,
} as const;
export type Namable = keyof typeof NAMED_BY;

/**
 * SQL: no scheduled broadcast names the list or segment. Part of the write that archives or deletes, so nothing can
 * come between.
 */
export const unusedInSql = (what: Namable, id: string): string =>
  `NOT EXISTS (SELECT FROM "Broadcast" b WHERE b."accountId" = $1 AND b.status = 'scheduled' AND ${NAMED_BY[what](id)})`;

const scheduledWith = (what: Namable) =>
  workspaceStatement<{ id: string; name: string }, [id: string]>(
    `broadcasts.scheduled-with-${what}`,
    `SELECT b.id, b.name FROM "Broadcast" b
      WHERE b."accountId" = $1 AND b.status = 'scheduled' AND ${NAMED_BY[what]('$2')} ORDER BY b."scheduledAt" LIMIT 10`,
  );
const SCHEDULED_WITH = { segment: scheduledWith('segment'), list: scheduledWith('list') };

/**
 * Returns the scheduled broadcasts that name the list or segment, the next one first, at most 10; for `details` of
 * IN_USE.
 */
export async function broadcastsWith(
  db: Pick<WorkspaceDb, 'rows'>,
  what: Namable,
  id: string,
): Promise<{ id: string; name: string }[]> {
  return await db.rows(SCHEDULED_WITH[what], id);
}

/**
 * Returns the lists whose deletion would give a definition too many people, because a deleted list has no members.
 * Groups and conditions are joined by `and` and `or` only, so each condition widens or narrows the result directly.
 * @param excludes true for a definition that excludes people: it must not find too few
 */
export const guardsIn = (definition: Definition, excludes: boolean): string[] =>
  conditionsOf(definition).flatMap(({ condition }) =>
    'field' in condition && condition.field === 'list' && condition.op === (excludes ? 'member_of' : 'not_member_of')
      ? [condition.value as string]
      : [],
  );

const findThere = workspaceStatement<{ segments: { id: string; definition: Definition }[] }, [segmentIds: string[]]>(
  'broadcasts.segments-there',
  `SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'definition', s.definition)), '[]') AS segments
   FROM "AudienceSegment" s WHERE s."accountId" = $1 AND s.kind = 'custom' AND s.status = 'active'
     AND s.id = ANY ($2::text[])`,
);
const findLists = workspaceStatement<{ id: string }, [ids: string[]]>(
  'broadcasts.lists-there',
  `SELECT l.id FROM "ContactList" l WHERE l."accountId" = $1 AND l.id = ANY ($2::text[])`,
);

/**
 * Returns the excluded lists and segments of an audience that were deleted or archived: without them, people who must
 * get nothing would get messages. Ids of contacts are not checked: an unknown id reaches nobody, and a merged contact's
 * id excludes the contact that it was merged into (recipients.ts).
 */
export async function goneExclusions(
  db: Pick<WorkspaceDb, 'rows' | 'accountId'>,
  { segmentIds = [], exclude = {} }: Audience,
): Promise<{ lists: string[]; segments: string[] }> {
  const excluded = exclude.segmentIds ?? [];
  const asked = [...new Set([...segmentIds, ...excluded])];
  const [found] = asked.length === 0 ? [] : await db.rows(findThere, asked);
  const definitions = new Map(
    [...systemSegments(db.accountId), ...(found?.segments ?? [])].map(({ id, definition }) => [id, definition]),
  );
  const guards = (ids: readonly string[], excludes: boolean): string[] =>
    ids.flatMap((id) => {
      const definition = definitions.get(id);
      return definition === undefined ? [] : guardsIn(definition, excludes);
    });
  const lists = [...new Set([...(exclude.listIds ?? []), ...guards(segmentIds, false), ...guards(excluded, true)])];
  const there = new Set(lists.length === 0 ? [] : (await db.rows(findLists, lists)).map(({ id }) => id));
  return {
    lists: lists.filter((id) => !there.has(id)),
    segments: [...new Set(excluded)].filter((id) => !definitions.has(id)),
  };
}
