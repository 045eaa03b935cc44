/**
 * Writes vendors' messages into their conversations (docs/contract/inbox.md#receiving). Repeats and order do not
 * matter: the rows end up the same.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { ChannelMessage } from '@/server/modules/messaging/adapters/channel-message';
import type { CallbackEvent } from '@/server/platform/vendors/provider';
import { contactOfHandle, contactOfPhone } from '@/server/modules/audience/contacts/find';
import { WHATSAPP_USER_ID } from '@/server/modules/audience/contacts/vocabulary';
import { previewOf } from '@/server/modules/messaging/inbox/preview';
import { growFromPart } from '@/server/modules/messaging/inbox/sms-parts';
import { threadsOf } from '@/server/modules/messaging/inbox/threads';
import { LONGEST_FILE_NAME, LONGEST_TEXT } from '@/server/modules/messaging/inbox/vocabulary';
import { clipped } from '@/server/platform/lib/text';

export interface Channel {
  id: string;
  provider: ProviderId;
}

/** A vendor's news of messages. */
export type Written = (
  | Extract<CallbackEvent, { kind: 'inbound' }>
  | Extract<CallbackEvent, { kind: 'echo' | 'edited' }>
) & {
  message: ChannelMessage;
};
export type Received = Written | Extract<CallbackEvent, { kind: 'deleted' }>;

/** The opt-out meaning of a message's text. */
export interface Reading {
  /** True for a word that stops or starts messages to the person. */
  isWord: (text: string) => boolean;
  /** True for a longer text that begins with a stop word. */
  mayStop: (text: string) => boolean;
}

/** A message that is new to us. */
export interface Fresh {
  id: string;
  conversationId: string;
  direction: 'inbound' | 'outbound';
  text: string;
  at: Date;
  address: string;
  /** True when perhaps nobody wrote (`ChannelMessage.isUnknown`). */
  isUnknown: boolean;
}

/** Contacts have a phone number for these families, and a handle for the others. */
const isPhone = (family: Family): boolean => family === 'sms' || family === 'whatsapp';

/** SQL: the newest contact that a conversation `v` belongs to. */
const contactAt = (family: Family): string => {
  if (family === 'whatsapp')
    return `coalesce(${contactOfPhone('v.address')}, ${contactOfHandle(WHATSAPP_USER_ID, 'v."userId"')})`;
  return isPhone(family) ? contactOfPhone('v.address') : contactOfHandle(family, 'v."externalThreadId"');
};

type WriteParameters = [channelId: string, messages: string, files: string, now: Date];

/**
 * Writes new messages with their files, and updates the conversations, in one statement. A message whose deletion was
 * reported earlier is stored once, empty. Messages that we sent ourselves come back as echoes; they are here already.
 */
const writeFor = (family: Family) =>
  workspaceStatement<Fresh, WriteParameters>(
    `inbox.write-messages.${family}`,
    `WITH reported AS (
       SELECT * FROM jsonb_to_recordset($3::jsonb) AS t(n int, "conversationId" text, direction text, kind text,
         text text, preview text, "providerMessageId" text, sequence bigint,
         "answersRef" text, "authorKind" text, at timestamptz, "editedAt" timestamptz, "partsOf" text, parts jsonb,
           "isWord" boolean, "mayStop" boolean, "isUnknown" boolean)
     ), fresh AS (
       INSERT INTO "InboxMessage" AS m ("accountId", "conversationId", "channelId", direction, kind, text,
         "providerMessageId", sequence, "answersRef", "authorKind", at, "editedAt", "partsOf", parts, "sentAt",
         "createdAt")
       SELECT $1, t."conversationId", $2, t.direction, t.kind, t.text, t."providerMessageId", t.sequence,
         t."answersRef", t."authorKind", t.at, t."editedAt", t."partsOf", t.parts, CASE t.direction
         WHEN 'outbound' THEN t.at END, $5::timestamptz
       FROM reported t
       WHERE t.direction = 'inbound' OR NOT EXISTS (SELECT FROM "MarketingMessage" d
         WHERE d."accountId" = ${THIS_WORKSPACE} AND d."channelIntegrationId" = $2
         AND d."providerMessageId" = t."providerMessageId")
       ORDER BY t.n
       ON CONFLICT ("accountId", "channelId", "providerMessageId")
         DO UPDATE SET direction = excluded.direction, "authorKind" = excluded."authorKind", at = excluded.at,
         sequence = excluded.sequence, early = false WHERE m.early
       RETURNING m.id, m."conversationId", m.direction, m.text, m.at, m.sequence, m."providerMessageId", m."deletedAt"
     ), files AS (
       INSERT INTO "InboxAttachment" ("accountId", "messageId", index, kind, name, "contentType", size, ref, "dueAt",
         "createdAt")
       SELECT $1, f.id, a.index, a.kind, a.name, a."contentType", a.size, a.ref, $5::timestamptz, $5::timestamptz
       FROM jsonb_to_recordset($4::jsonb) AS a("providerMessageId" text, index int, kind text, name text,
         "contentType" text, size int, ref text)
       JOIN fresh f ON f."providerMessageId" = a."providerMessageId" WHERE f."deletedAt" IS NULL
     ), said AS (
       SELECT f."conversationId", count(*) FILTER (WHERE f.direction = 'inbound')::int AS received,
         max(f.at) AS "lastAt",
         max(f.at) FILTER (WHERE f.direction = 'inbound') AS "lastIn",
           min(f.at) FILTER (WHERE f.direction = 'inbound') AS "firstIn",
           max(f.at) FILTER (WHERE f.direction = 'outbound') AS "lastOut",
         max(f.at) FILTER (WHERE f.direction = 'inbound' AND NOT t."isUnknown") AS "lastOpening",
         max(f.at) FILTER (WHERE f.direction = 'inbound' AND NOT t."isWord" AND NOT t."isUnknown") AS "lastWords",
         max(f.at) FILTER (WHERE t."isWord") AS "lastWord",
           max(f.at) FILTER (WHERE t."mayStop" AND f."deletedAt" IS NULL) AS "lastHint",
         (array_agg(CASE WHEN f."deletedAt" IS NULL THEN t.preview ELSE '' END
           ORDER BY f.at DESC, f.sequence DESC, f.id DESC))[1] AS preview
       FROM fresh f JOIN reported t ON t."providerMessageId" = f."providerMessageId" GROUP BY f."conversationId"
     ), moved AS (
       UPDATE "Conversation" v SET
         status = CASE WHEN s.received > 0 THEN 'open' ELSE v.status END, "snoozedUntil" = CASE
           WHEN s.received = 0 THEN v."snoozedUntil" END,
         "assigneeId" = CASE WHEN EXISTS (SELECT FROM "Membership" k
           WHERE k."accountId" = ${THIS_WORKSPACE} AND k."userId" = v."assigneeId") THEN v."assigneeId" END,
         unread = CASE WHEN s."lastOut" >= coalesce(s."lastIn", v."lastInboundAt", '-infinity') THEN 0
           ELSE v.unread + s.received END,
         "lastMessageAt" = greatest(v."lastMessageAt", s."lastAt"), preview = CASE
           WHEN s."lastAt" >= v."lastMessageAt" THEN s.preview ELSE v.preview END,
         "lastInboundAt" = greatest(v."lastInboundAt", s."lastOpening"),
           "lastWordsAt" = greatest(v."lastWordsAt", s."lastWords"),
         "mayWantToStopAt" = CASE WHEN s."lastWord" >= coalesce(greatest(v."mayWantToStopAt", s."lastHint"),
           '-infinity') THEN NULL ELSE greatest(v."mayWantToStopAt", s."lastHint") END,
         "waitingSince" = CASE WHEN s."lastOut" >= coalesce(s."lastIn", v."lastInboundAt", '-infinity') THEN NULL
           ELSE least(v."waitingSince", s."firstIn") END,
         "contactId" = coalesce(v."contactId", ${contactAt(family)}), "updatedAt" = $5::timestamptz
       FROM said s WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = s."conversationId" RETURNING v.id, v.address
     )
     SELECT f.id, f."conversationId", f.direction, f.text, f.at, v.address, t."isUnknown" FROM fresh f
       JOIN reported t ON t."providerMessageId" = f."providerMessageId" JOIN moved v ON v.id = f."conversationId"
       WHERE f."deletedAt" IS NULL ORDER BY f.at, f.sequence, f.id`,
  );

const WRITE = new Map(
  (['sms', 'whatsapp', 'telegram', 'line', 'facebook', 'instagram', 'webhook'] as const).map((family) => [
    family as Family,
    writeFor(family),
  ]),
);

/**
 * SQL: ids of messages by the vendor's id `t."providerMessageId"`: reported messages, and our own answers, which are in
 * the delivery queue.
 */
const NAMED = `SELECT n.id FROM "InboxMessage" n
  WHERE n."accountId" = ${THIS_WORKSPACE} AND n."channelId" = $2 AND n."providerMessageId" = t."providerMessageId"
     UNION ALL SELECT n.id FROM "MarketingMessage" d
       JOIN "InboxMessage" n ON n."accountId" = ${THIS_WORKSPACE} AND n."deliveryId" = d.id
     WHERE d."accountId" = ${THIS_WORKSPACE} AND d."channelIntegrationId" = $2
       AND d."providerMessageId" = t."providerMessageId"`;

/** Edits the messages that are here already. A picture of the conversation shows the newest message. */
const edit = workspaceStatement<never, [channelId: string, edits: string]>(
  'inbox.edit-messages',
  `WITH reported AS (SELECT * FROM jsonb_to_recordset($3::jsonb) AS t("providerMessageId" text, text text, preview text,
    "editedAt" timestamptz)), changed AS (
     UPDATE "InboxMessage" m SET text = t.text, "editedAt" = t."editedAt" FROM reported t
       CROSS JOIN LATERAL (${NAMED}) named
     WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = named.id AND m."deletedAt" IS NULL
       AND (m."editedAt" IS NULL OR m."editedAt" < t."editedAt")
     RETURNING m."conversationId", m.at, t.preview)
   UPDATE "Conversation" v SET preview = c.preview FROM changed c
     WHERE v."accountId" = $1 AND v.id = c."conversationId" AND c.at >= v."lastMessageAt"`,
);

/** Empties deleted messages. A message that has not come yet is noted as deleted, so that it comes in empty. */
const remove = workspaceStatement<never, [channelId: string, gone: string, now: Date]>(
  'inbox.remove-messages',
  `WITH reported AS (SELECT * FROM jsonb_to_recordset($3::jsonb) AS t("conversationId" text, "providerMessageId" text,
    at timestamptz)), emptied AS (
     INSERT INTO "InboxMessage" AS m ("accountId", "conversationId", "channelId", direction, kind, "providerMessageId",
       "authorKind", at, "deletedAt", early, "createdAt")
     SELECT $1, t."conversationId", $2, 'inbound', 'unsupported', t."providerMessageId", 'person', t.at, t.at, true,
       $4::timestamptz FROM reported t
     WHERE NOT EXISTS (SELECT FROM "MarketingMessage" d
       WHERE d."accountId" = ${THIS_WORKSPACE} AND d."channelIntegrationId" = $2
       AND d."providerMessageId" = t."providerMessageId") ORDER BY t."providerMessageId"
     ON CONFLICT ("accountId", "channelId", "providerMessageId")
       DO UPDATE SET text = '', kind = 'unsupported', "deletedAt" = excluded."deletedAt" WHERE m."deletedAt" IS NULL
     RETURNING m.id, m."conversationId", m.at, m.early
   ), ours AS (
     UPDATE "InboxMessage" m SET text = '', kind = 'unsupported', "deletedAt" = t.at FROM reported t
     JOIN "MarketingMessage" d ON d."accountId" = ${THIS_WORKSPACE} AND d."channelIntegrationId" = $2
       AND d."providerMessageId" = t."providerMessageId"
     WHERE m."accountId" = ${THIS_WORKSPACE} AND m."deliveryId" = d.id AND m."deletedAt" IS NULL
       RETURNING m.id, m."conversationId", m.at, m.early
   ), files AS (
     DELETE FROM "InboxAttachment" a USING emptied e WHERE a."accountId" = ${THIS_WORKSPACE} AND a."messageId" = e.id
   )
   UPDATE "Conversation" v SET preview = '' FROM (SELECT * FROM emptied UNION ALL SELECT * FROM ours) e
     WHERE v."accountId" = $1 AND v.id = e."conversationId" AND NOT e.early AND e.at >= v."lastMessageAt"`,
);

/** Keeps one message for each id: the latest version. */
function once(received: readonly Written[]): Written[] {
  const byId = new Map<string, Written>();
  for (const each of received) {
    const known = byId.get(each.message.providerMessageId);
    if (known === undefined || (each.kind === 'edited' && (known.kind !== 'edited' || known.editedAt < each.editedAt)))
      byId.set(each.message.providerMessageId, each);
  }
  return [...byId.values()].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || (a.message.sequence ?? 0) - (b.message.sequence ?? 0),
  );
}

/**
 * Writes messages into the conversations of their senders. The caller adds whatever else belongs into the same
 * transaction.
 * @returns the new messages
 */
export async function storeMessages(
  tx: StatementTx,
  channel: Channel,
  received: readonly Received[],
  reading: Reading,
): Promise<Fresh[]> {
  const { family } = providerEntry(channel.provider);
  const statement = WRITE.get(family);
  const usable = received.filter(
    ({ recipient }) => recipient !== '' && recipient.length <= 255 && !recipient.includes('\0'),
  );
  if (usable.length === 0 || statement === undefined) return [];
  const threads = await threadsOf(
    tx,
    channel,
    usable.map((each) => ({
      recipient: each.recipient,
      // What was taken back says nothing of when something was said.
      at: each.kind === 'deleted' ? new Date(0) : each.at,
      sender: each.kind === 'deleted' ? undefined : each.message.sender,
    })),
  );
  const written = once(usable.filter((each): each is Written => each.kind !== 'deleted'));
  const write = (messages: readonly Written[]): Promise<Fresh[]> =>
    tx.rows(statement, channel.id, ...rowsOf(messages, threads, reading), tx.now);
  const whole = written.filter(({ message }) => message.part === undefined);
  const fresh = whole.length === 0 ? [] : await write(whole);
  // One after the other, for a part looks for those that came before it.
  for (const each of written)
    if (each.message.part !== undefined && !(await growFromPart(tx, channel, each, reading.mayStop)))
      fresh.push(...(await write([each])));
  const edits = written.flatMap((each) => {
    if (each.kind !== 'edited') return [];
    const text = clipped(each.message.text, LONGEST_TEXT);
    const { providerMessageId } = each.message;
    return [{ providerMessageId, text, preview: previewOf(text, each.message), editedAt: each.editedAt }];
  });
  if (edits.length > 0) await tx.rows(edit, channel.id, JSON.stringify(edits));
  const gone = new Map(
    usable.flatMap((each) => (each.kind === 'deleted' ? [[each.providerMessageId, each] as const] : [])),
  );
  if (gone.size > 0) {
    const rows = [...gone.values()].map(({ recipient, providerMessageId, at }) => ({
      conversationId: threads.get(recipient),
      providerMessageId,
      at,
    }));
    await tx.rows(remove, channel.id, JSON.stringify(rows), tx.now);
  }
  return fresh;
}

/** The messages and files as parameters of the statement. */
function rowsOf(
  received: readonly Written[],
  threads: ReadonlyMap<string, string>,
  { isWord, mayStop }: Reading,
): [messages: string, files: string] {
  const messages = received.map(({ recipient, at, message, ...each }, n) => {
    const text = clipped(message.text, LONGEST_TEXT);
    const isOurs = each.kind === 'echo' || (each.kind === 'edited' && each.isOurs === true);
    const { part } = message;
    return {
      n,
      conversationId: threads.get(recipient),
      direction: isOurs ? 'outbound' : 'inbound',
      kind: message.kind,
      text,
      preview: previewOf(text, message),
      providerMessageId: message.providerMessageId,
      sequence: message.sequence ?? 0,
      answersRef: message.answers ?? null,
      authorKind: isOurs ? 'elsewhere' : 'person',
      at,
      editedAt: each.kind === 'edited' ? each.editedAt : null,
      partsOf: part?.of ?? null,
      parts: part === undefined ? null : { [part.number]: { id: message.providerMessageId, text } },
      isWord: !isOurs && isWord(text),
      mayStop: !isOurs && mayStop(text),
      isUnknown: message.isUnknown === true,
    };
  });
  const files = received.flatMap(({ message: { providerMessageId, attachments = [] } }) =>
    attachments.map(({ kind, name, contentType, size, ref }, index) => ({
      providerMessageId,
      index,
      kind,
      name: name === undefined ? null : clipped(name, LONGEST_FILE_NAME),
      contentType: contentType === undefined ? null : clipped(contentType, LONGEST_FILE_NAME),
      size: size !== undefined && size >= 0 && size <= 2_147_483_647 ? Math.floor(size) : null,
      ref: ref.replaceAll('\0', ''),
    })),
  );
  return [JSON.stringify(messages), JSON.stringify(files)];
}
