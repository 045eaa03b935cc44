/**
 * The things that an audience names (docs/contract/audience-segments.md#writing): lists, segments, and the lists that
 * the conditions of these segments name. One place knows each part, so that none is forgotten where it matters: what is
 * in use is neither archived nor deleted, and nobody is written to because an exclusion is gone.
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
 * SQL: whether a broadcast `b` of the workspace $1 names it, by itself or through a segment. @param id a placeholder
 */
export const NAMED_BY = {
  segment: (id: string): string => names('segmentIds', id),
  list: (id: string): string =>
    `(${names('listIds', id)} OR EXISTS (SELECT FROM "AudienceSegment" s
      WHERE s."accountId" = $1 AND s.status = 'active' AND ${names('segmentIds', 's.id')} AND ${asksFor(id)}))`,
} as const;
export type Namable = keyof typeof NAMED_BY;

/** SQL: that no scheduled broadcast names it. The condition travels with the write that archives or deletes. */
export const unusedInSql = (what: Namable, id: string): string =>
  `NOT EXISTS (SELECT FROM "Broadcast" b WHERE b."accountId" = $1 AND b.status = 'scheduled' AND ${NAMED_BY[what](id)})`;

const scheduledWith = (what: Namable) =>
  workspaceStatement<{ id: string; name: string }, [id: string]>(
    `broadcasts.scheduled-with-${what}`,
    `SELECT b.id, b.name FROM "Broadcast" b
      WHERE b."accountId" = $1 AND b.status = 'scheduled' AND ${NAMED_BY[what]('$2')} ORDER BY b."scheduledAt" LIMIT 10`,
  );
const SCHEDULED_WITH = { segment: scheduledWith('segment'), list: scheduledWith('list') };

/** Scheduled broadcasts that name it, the next one first, at most 10: what `details` of IN_USE says. */
export async function broadcastsWith(
  db: Pick<WorkspaceDb, 'rows'>,
  what: Namable,
  id: string,
): Promise<{ id: string; name: string }[]> {
  return await db.rows(SCHEDULED_WITH[what], id);
}

/**
 * Lists of which a definition has too many people once they are gone, for a list that is gone has no members. Groups
 * and conditions are joined by `and` and `or` only, so each condition widens or narrows the whole as it does itself.
 * @param excludes the definition is one that leaves people out: then it must not find too few
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
 * Lists and segments by which an audience leaves people out and that are not there any more, or are archived: who was
 * to get nothing would be written to. Ids of contacts are not among them: one that is no contact cannot be written to,
 * and one that was merged away leaves out the contact that stayed (recipients.ts).
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
