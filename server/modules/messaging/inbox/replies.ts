/** Answers, notes, and conversations that the merchant begins (docs/contract/inbox.md#replies). */
import { lengthFor, reachOf } from '@/server/modules/messaging/inbox/vocabulary';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { cutText, fillIn } from '@/server/platform/email/merge-tags';
import { templateFault } from '@/server/modules/messaging/adapters/whatsapp-template';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { EVERYBODY } from '@/server/modules/messaging/broadcasts/recipients';
import { mergeColumns, mergeValuesOf, type MergeRow } from '@/server/modules/messaging/broadcasts/merge-values';
import { WHATSAPP_USER_ID } from '@/server/modules/audience/contacts/vocabulary';
import { contentOf, type Words } from '@/server/modules/messaging/inbox/content';
import { readMessage } from '@/server/modules/messaging/inbox/messages';
import { mayBeAnswered } from '@/server/modules/messaging/inbox/opted-out';
import { queueAnswer } from '@/server/modules/messaging/inbox/queue-answer';
import {
  holdConversation,
  presentConversation,
  readConversation,
  windowOf,
  type ConversationRow,
  type ShownConversation,
} from '@/server/modules/messaging/inbox/rows';
import type { BeginInput, Conversation, InboxMessage, ReplyInput } from '@/server/modules/messaging/inbox/schema';
import { authorOf } from '@/server/modules/messaging/inbox/service';
import { threadsOf } from '@/server/modules/messaging/inbox/threads';

type Body = Omit<ReplyInput, 'id' | 'note' | 'seenMessageId'>;

const findStanding = workspaceStatement<
  { channelStatus: string; config: unknown; mayBeAnswered: boolean; shopName: string } & MergeRow,
  [id: string, now: Date]
>(
  'inbox.standing',
  `SELECT h.status AS "channelStatus", h.config, ${mayBeAnswered('v', '$3')} AS "mayBeAnswered", a.name AS "shopName",
    ${mergeColumns('c')}
   FROM "Conversation" v JOIN "Account" a ON a.id = v."accountId"
     JOIN "ChannelIntegration" h ON h."accountId" = ${THIS_WORKSPACE} AND h.id = v."channelId"
   LEFT JOIN "Contact" c ON c."accountId" = ${THIS_WORKSPACE} AND c.id = v."contactId"
     WHERE v."accountId" = $1 AND v.id = $2`,
);
/** Finds a message newer than the last one seen: from the person, or from a colleague. */
const findNewer = workspaceStatement<
  { id: string },
  [conversationId: string, seenMessageId: string, readerId: string | null]
>(
  'inbox.newer',
  `SELECT m.id FROM "InboxMessage" s JOIN "InboxMessage" m ON m."accountId" = ${THIS_WORKSPACE}
    AND m."conversationId" = $2
     AND (m."createdAt" > s."createdAt" OR (m."createdAt" = s."createdAt"
       AND (m.at, m.sequence, m.id) > (s.at, s.sequence, s.id)))
   WHERE s."accountId" = $1 AND s.id = $3 AND NOT m.early
     AND (m.direction = 'inbound' OR (m.direction IN ('outbound', 'note') AND m."authorKind" <> 'system'
     AND m."authorId" IS DISTINCT FROM $4))
   ORDER BY m."createdAt" DESC, m.at DESC, m.sequence DESC, m.id DESC LIMIT 1`,
);
const isOfThis = workspaceStatement<{ ref: string | null }, [id: string, messageId: string]>(
  'inbox.is-of-this',
  `SELECT coalesce(m."providerMessageId", d."providerMessageId") AS ref FROM "InboxMessage" m
    LEFT JOIN "MarketingMessage" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = m."deliveryId"
   WHERE m."accountId" = $1 AND m."conversationId" = $2 AND m.id = $3 AND m.direction IN ('inbound', 'outbound')`,
);
const findSaved = workspaceStatement<{ text: string }, [id: string]>(
  'inbox.saved-text',
  `SELECT r.text FROM "SavedReply" r WHERE r."accountId" = $1 AND r.id = $2`,
);

/** A page that nobody has chosen yet cannot answer. */
const canAnswer = (provider: ProviderId, config: unknown): boolean =>
  reachOf(provider) !== undefined &&
  (providerEntry(provider).oauth === undefined ||
    (typeof config === 'object' && config !== null && 'assetId' in config && typeof config.assetId === 'string'));

/** @throws AppError MOVED_ON; VALIDATION for a message of another conversation */
async function requireSeen(tx: StatementTx, id: string, seenMessageId: string | undefined): Promise<void> {
  if (seenMessageId === undefined) return;
  if ((await tx.rows(isOfOne, id, seenMessageId)).length === 0)
    throw invalid('seenMessageId', 'is not a message of this conversation');
  const [newer] = await tx.rows(findNewer, id, seenMessageId, tx.actor.id);
  if (newer !== undefined) throw new AppError('MOVED_ON', { details: { lastMessageId: newer.id } });
}
const isOfOne = workspaceStatement<{ id: string }, [id: string, messageId: string]>(
  'inbox.is-of-one',
  `SELECT m.id FROM "InboxMessage" m WHERE m."accountId" = $1 AND m."conversationId" = $2 AND m.id = $3`,
);

/** Free text outside of the vendor's window. @throws AppError WINDOW_CLOSED */
function requireOpenWindow(conversation: ShownConversation, isTemplate: boolean, now: Date): void {
  const { state, closesAt } = windowOf(conversation, now);
  if (isTemplate || state !== 'closed') return;
  const { provider, family } = conversation;
  throw new AppError('WINDOW_CLOSED', {
    details: { provider, closedAt: closesAt?.toISOString() ?? null, templateRequired: family === 'whatsapp' },
  });
}

/** Requires content that the channel can send. @throws AppError VALIDATION */
function requireSendable(provider: ProviderId, { text, imageUrl, template, contentSid }: Words): void {
  const reach = reachOf(provider);
  if (template !== undefined && provider !== 'msg_p1') throw invalid('template', 'works with WhatsApp Cloud only');
  const fault = template === undefined ? null : templateFault(template);
  if (fault !== null) throw invalid(...fault);
  if (contentSid !== undefined && provider !== 'msg_p2')
    throw invalid('contentSid', 'works with WhatsApp via Twilio only');
  if (imageUrl !== undefined && reach?.pictures !== true) throw invalid('imageUrl', 'is not supported by this channel');
  if (reach !== undefined && text !== undefined && lengthFor(reach, text) > reach.longest)
    throw invalid('text', `must have at most ${reach.longest} ${reach.counts} on this channel`);
}

/** Returns the content to hand over; a saved reply has its merge tags filled in. @throws AppError VALIDATION */
async function wordsOf(tx: StatementTx, id: string, body: Body, values: MergeRow, shopName: string): Promise<Words> {
  const { text, imageUrl, template, contentSid, contentVariables, savedReplyId, replyToId } = body;
  const words: Words = { text, imageUrl, template, contentSid, contentVariables };
  if (savedReplyId !== undefined) {
    const [saved] = await tx.rows(findSaved, savedReplyId);
    if (saved === undefined) throw invalid('savedReplyId', 'does not exist in this workspace');
    words.text = fillIn(cutText(saved.text, 'text'), mergeValuesOf(values, shopName), 'text');
  }
  if (replyToId !== undefined) {
    const [answered] = await tx.rows(isOfThis, id, replyToId);
    if (answered === undefined) throw invalid('replyToId', 'is not a message of this conversation');
    words.answers = answered.ref ?? undefined;
  }
  return words;
}

/** Returns the text shown in the inbox; for a template its name, because the vendor has its text. */
const shownText = ({ text = '', template, contentSid }: Words): string => {
  const name = typeof template?.name === 'string' ? template.name : undefined;
  return text === '' ? (name ?? contentSid ?? '') : text;
};
const kindIn = ({ template, contentSid, imageUrl }: Words): 'text' | 'image' | 'template' =>
  template !== undefined || contentSid !== undefined ? 'template' : imageUrl !== undefined ? 'image' : 'text';

/**
 * Checks an answer in the contract's order, then queues it. The caller has locked the conversation.
 * @throws AppError BAD_STATE, NO_CHANNEL, MOVED_ON, OPTED_OUT, WINDOW_CLOSED, VALIDATION
 */
async function answer(
  tx: StatementTx,
  row: ConversationRow,
  { seenMessageId, ...body }: Body & Pick<ReplyInput, 'seenMessageId'>,
): Promise<string> {
  const standing = orNotFound((await tx.rows(findStanding, row.id, tx.now))[0]);
  if (standing.channelStatus !== 'active')
    throw new AppError('BAD_STATE', {
      message: `The channel is ${standing.channelStatus}. Connect it again to answer.`,
      details: { status: standing.channelStatus },
    });
  if (!canAnswer(row.provider, standing.config)) throw new AppError('NO_CHANNEL');
  await requireSeen(tx, row.id, seenMessageId);
  const conversation = await readConversation(tx, row.id);
  const author = authorOf(tx);
  if (conversation.optedOut && !(author.kind === 'user' && standing.mayBeAnswered)) throw new AppError('OPTED_OUT');
  const words = await wordsOf(tx, row.id, body, standing, standing.shopName);
  requireOpenWindow(conversation, kindIn(words) === 'template', tx.now);
  requireSendable(row.provider, words);
  const { replyToId = null } = body;
  const content = contentOf(row, words);
  return await queueAnswer(tx, row, { kind: kindIn(words), text: shownText(words), content, replyToId, author });
}

const writeNote = workspaceStatement<
  { id: string },
  [id: string, text: string, authorKind: string, authorId: string | null, now: Date]
>(
  'inbox.note',
  `INSERT INTO "InboxMessage" ("accountId", "conversationId", "channelId", direction, kind, text, "authorKind",
    "authorId", at, "createdAt")
   SELECT $1, v.id, v."channelId", 'note', 'text', $3, $4, $5, $6::timestamptz, $6::timestamptz FROM "Conversation" v
     WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = $2 RETURNING id`,
);

/** @throws AppError NOT_FOUND, and the errors of `answer` */
export async function reply(db: WorkspaceDb, { id, note, ...body }: ReplyInput): Promise<InboxMessage> {
  return await db.transaction(async (tx) => {
    const row = await holdConversation(tx, id);
    if (note !== true) return await readMessage(tx, await answer(tx, row, body));
    const author = authorOf(tx);
    const [written] = await tx.rows(writeNote, id, body.text ?? '', author.kind, author.id, tx.now);
    return await readMessage(tx, orNotFound(written).id);
  });
}

const findRecipient = workspaceStatement<
  { email: string | null; phone: string | null; handle: string | null; subscription: string | null; name: string },
  [contactId: string, family: string, handle: string]
>(
  'inbox.recipient',
  `SELECT c.email, c."phoneE164" AS phone, c."socialHandles"->>$4::text AS handle,
    c.subscriptions->>$3::text AS subscription, concat_ws(' ', c."firstName", c."lastName") AS name
   FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2`,
);
const findChannel = workspaceStatement<{ id: string; provider: ProviderId; status: string }, [id: string]>(
  'inbox.channel',
  `SELECT c.id, c.provider, c.status FROM "ChannelIntegration" c WHERE c."accountId" = $1 AND c.id = $2 FOR SHARE`,
);
const linkNew = workspaceStatement<never, [id: string, contactId: string]>(
  'inbox.link-new',
  `UPDATE "Conversation" v SET "contactId" = $3 WHERE v."accountId" = $1 AND v.id = $2 AND v."contactId" IS NULL`,
);

/**
 * Returns the address of a contact in the channel's family; null: none. A channel that posts once for everybody has no
 * address for one person.
 */
function addressIn(
  { provider }: { provider: ProviderId },
  { email, phone, handle }: { email: string | null; phone: string | null; handle: string | null },
): string | null {
  const { family, perBroadcast } = providerEntry(provider);
  if (family === 'email') return email;
  if (family === 'sms') return phone;
  if (family === 'whatsapp') return phone ?? handle;
  return perBroadcast === true && reachOf(provider) === undefined ? EVERYBODY : handle;
}

/**
 * Begins a conversation with a contact, or continues the existing one.
 * @throws AppError NO_RECIPIENTS, NO_CHANNEL, OPTED_OUT, WINDOW_CLOSED, BAD_STATE, VALIDATION
 */
export async function begin(
  db: WorkspaceDb,
  { contactId, channelId, ...body }: BeginInput,
): Promise<{ conversation: Conversation; message: InboxMessage }> {
  return await db.transaction(async (tx) => {
    const [channel] = await tx.rows(findChannel, channelId);
    const family = channel === undefined ? 'whatsapp' : providerEntry(channel.provider).family;
    const [contact] = await tx.rows(
      findRecipient,
      contactId,
      family,
      family === 'whatsapp' ? WHATSAPP_USER_ID : family,
    );
    const recipient = contact === undefined || channel === undefined ? null : addressIn(channel, contact);
    if (contact === undefined || (channel !== undefined && recipient === null)) throw new AppError('NO_RECIPIENTS');
    if (channel === undefined || recipient === null || reachOf(channel.provider) === undefined)
      throw new AppError('NO_CHANNEL');
    // All that the merchant begins goes to nobody who has opted out, or was not asked yet.
    if (contact.subscription === 'unsubscribed' || contact.subscription === 'pending') throw new AppError('OPTED_OUT');
    const name = contact.name === '' ? {} : { name: contact.name };
    const threads = await threadsOf(tx, channel, [{ recipient, sender: name, at: tx.now }]);
    const id = orNotFound([...threads.values()][0]);
    await tx.rows(linkNew, id, contactId);
    const conversation = await readConversation(tx, id);
    if (conversation.optedOut) throw new AppError('OPTED_OUT');
    const messageId = await answer(tx, await holdConversation(tx, id), body);
    return {
      conversation: presentConversation(await readConversation(tx, id), tx.now),
      message: await readMessage(tx, messageId),
    };
  });
}
