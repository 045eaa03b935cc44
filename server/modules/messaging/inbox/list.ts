/**
 * Finds conversations (docs/contract/inbox.md#conversations): keyset pages, last message first, fast even with a
 * million messages.
 */
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import type { ListPage } from '@/server/platform/db/list-page';
import { composedStatement, FEW, Parameters, THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { searches } from '@/server/modules/audience/contacts/list';
import {
  BESIDE_CONVERSATION,
  conversationColumns,
  presentConversation,
  type ShownConversation,
} from '@/server/modules/messaging/inbox/rows';
import type { Conversation, ListInput } from '@/server/modules/messaging/inbox/schema';

/** Returns the words of a search, in the form by which messages are indexed. */
const wordsIn = (q: string): string[] => q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The number of newest messages that are searched one by one first: most searches find their result there. */
const NEAR = 200;

const ESCAPED = (text: string): string => String.raw`regexp_replace(lower(${text}), '([\\%_])', '\\\1', 'g')`;

/** SQL conditions on a conversation `v`, except those on the workspace, the status and the searched text. */
function conditionsOf({ actor }: WorkspaceDb, input: ListInput, parameters: Parameters): string[] {
  const { channelId, provider, assigneeId, tag, unread, contactId } = input;
  const me = actor.kind === 'session' ? actor.id : null;
  return [
    // Begun by nothing but a message that was taken back before it came.
    `v."lastMessageAt" > 'epoch'`,
    ...(channelId === undefined ? [] : [`v."channelId" = ${parameters.add(channelId, 'text')}`]),
    ...(provider === undefined ? [] : [`v.provider = ${parameters.add(provider, 'text')}`]),
    ...(assigneeId === undefined
      ? []
      : assigneeId === 'none'
        ? ['v."assigneeId" IS NULL']
        : [`v."assigneeId" = ${parameters.add(assigneeId === 'me' ? (me ?? '') : assigneeId, 'text')}`]),
    ...(tag === undefined ? [] : [`${parameters.add(tag, 'text')} = ANY (v.tags)`]),
    ...(unread === undefined ? [] : [unread ? 'v.unread > 0' : 'v.unread = 0']),
    ...(contactId === undefined ? [] : [`v."contactId" = ${parameters.add(contactId, 'text')}`]),
  ];
}

/**
 * Returns the search for `q`: the CTE of what is found by index, and the same as a condition for a walk where that is
 * too much.
 */
function foundBy(q: string, parameters: Parameters): { shared: string; condition: string } {
  const text = parameters.add(q, 'text');
  const words = wordsIn(q);
  const named = `lower(v.searched) LIKE '%' || ${ESCAPED(text)} || '%'`;
  const contact = searches(q, text.replace('::text', '')).join(' AND ');
  const query = words.length === 0 ? null : parameters.add(words.map((word) => `'${word}':*`).join(' & '), 'text');
  const said = query === null ? null : `to_tsvector('simple', m.text) @@ ${query}::tsquery`;
  // A message that does not contain the words needs not be taken apart.
  const contained = words.map((word) => `lower(m.text) LIKE ${parameters.add(`%${word}%`, 'text')} AND `).join('');
  const parts = [
    `(SELECT v.id FROM "Conversation" v WHERE v."accountId" = $1 AND ${named} LIMIT ${FEW + 1})`,
    `(SELECT v.id FROM "Contact" c JOIN "Conversation" v ON v."accountId" = c."accountId" AND v."contactId" = c.id
      WHERE c."accountId" = $1 AND ${contact} LIMIT ${FEW + 1})`,
    ...(said === null
      ? []
      : [`(SELECT m."conversationId" FROM "InboxMessage" m WHERE m."accountId" = $1 AND ${said} LIMIT ${FEW + 1})`]),
  ];
  const each = [
    named,
    `EXISTS (SELECT FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = v."contactId" AND ${contact})`,
    ...(said === null
      ? []
      : [
          `EXISTS (SELECT FROM "InboxMessage" m
            WHERE m."accountId" = ${THIS_WORKSPACE} AND m."conversationId" = v.id AND ${contained}${said})`,
        ]),
  ];
  return { shared: `WITH hit AS MATERIALIZED (${parts.join(' UNION ALL ')})`, condition: `(${each.join(' OR ')})` };
}

/** @throws AppError VALIDATION for a cursor of another list */
export async function listConversations(db: WorkspaceDb, input: ListInput): Promise<ListPage<Conversation>> {
  const { q, cursor, limit } = input;
  const parameters = new Parameters();
  const conditions = conditionsOf(db, input, parameters);
  if (cursor !== undefined) {
    const { key, id } = decodeCursor(cursor, 'instant');
    conditions.push(
      `(v."lastMessageAt", v.id) < (${parameters.add(key, 'timestamptz')}, ${parameters.add(id, 'text')})`,
    );
  }
  const fits = conditions.map((condition) => ` AND ${condition}`).join('');
  const order = 'ORDER BY v."lastMessageAt" DESC, v.id DESC';
  const most = parameters.add(limit + 1, 'int');
  // By status one walk along the index each: of several statuses at once the database would sort all.
  const statuses = [...new Set(input.status ?? ['open'])].map((status) => parameters.add(status, 'text'));
  const walk = (limit: string, also = ''): string =>
    `SELECT v.* FROM (${statuses
      .map(
        (status) => `(SELECT v.* FROM "Conversation" v
      WHERE v."accountId" = $1 AND v.status = ${status}${fits}${also} ${order} LIMIT ${limit})`,
      )
      .join(' UNION ALL ')}) v ${order} LIMIT ${limit}`;
  let shared = '';
  let page = walk(most);
  if (q !== undefined && q.trim() !== '') {
    const found = foundBy(q.trim(), parameters);
    const near = `near AS MATERIALIZED (SELECT v.* FROM (${walk(String(NEAR))}) v WHERE ${found.condition} ${order} LIMIT ${most})`;
    const isEnough = `(SELECT count(*) FROM near) >= ${most}`;
    const isFew = `(SELECT count(*) FROM hit) <= ${FEW}`;
    const lookedUp = `SELECT v.* FROM (SELECT DISTINCT id FROM hit) h
      CROSS JOIN LATERAL (SELECT * FROM "Conversation" v
      WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = h.id
      AND v.status IN (${statuses.join(', ')})${fits} OFFSET 0) v`;
    // The later ones are not begun where an earlier one has the page.
    shared = `${found.shared}, ${near}`;
    page = `SELECT v.* FROM ((SELECT v.* FROM near v WHERE ${isEnough})
      UNION ALL (${lookedUp} WHERE CASE WHEN ${isEnough} THEN false ELSE ${isFew} END ${order} LIMIT ${most})
      UNION ALL (SELECT v.* FROM (${walk(most, ` AND ${found.condition}`)}) v WHERE CASE WHEN ${isEnough} THEN false ELSE NOT ${isFew} END)) v ${order} LIMIT ${most}`;
  }
  const rows = await db.rows(
    composedStatement<ShownConversation>(
      `${shared} SELECT ${conversationColumns('v')}, ${BESIDE_CONVERSATION} FROM (${page}) v ${order}`,
    ),
    ...parameters.values,
  );
  const { rows: kept, nextCursor, hasMore } = cutPage(rows, limit, (row) => row.lastMessageAt);
  const data = kept.map((row) => presentConversation(row, db.now));
  return { data, cursor: nextCursor, hasMore };
}
