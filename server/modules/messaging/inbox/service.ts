/** Conversations (docs/contract/inbox.md#conversations): the assignee, the status and the contact. */
import { DAY_MS } from '@/server/platform/lib/durations';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { originOf } from '@/server/modules/audience/contacts/consents';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { upsert } from '@/server/modules/audience/contacts/service';
import { WHATSAPP_USER_ID } from '@/server/modules/audience/contacts/vocabulary';
import {
  conversationColumns,
  holdConversation,
  presentConversation,
  readConversation,
  type ConversationRow,
} from '@/server/modules/messaging/inbox/rows';
import type { Conversation, LinkInput, UpdateInput } from '@/server/modules/messaging/inbox/schema';
import { applyWords } from '@/server/modules/messaging/inbox/stop';
import {
  MOST_SNOOZED_DAYS,
  type ConversationStatus,
  type Happening,
} from '@/server/modules/messaging/inbox/vocabulary';

/** @throws AppError NOT_FOUND */
export const get = async (db: WorkspaceDb, id: string): Promise<Conversation> =>
  presentConversation(await readConversation(db, id), db.now);

const isMember = workspaceStatement<{ userId: string }, [userId: string]>(
  'inbox.is-member',
  `SELECT m."userId" FROM "Membership" m WHERE m."accountId" = $1 AND m."userId" = $2 FOR KEY SHARE`,
);
const write = workspaceStatement<
  never,
  [
    id: string,
    status: ConversationStatus,
    snoozedUntil: Date | null,
    assigneeId: string | null,
    tags: readonly string[],
    now: Date,
    isAnswered: boolean,
  ]
>(
  'inbox.update-conversation',
  `UPDATE "Conversation" v SET status = $3, "snoozedUntil" = $4::timestamptz, "assigneeId" = $5, tags = $6::text[],
    "updatedAt" = $7::timestamptz,
     "waitingSince" = CASE WHEN $3 = 'closed' THEN NULL ELSE v."waitingSince" END,
     "mayWantToStopAt" = CASE WHEN $8::boolean OR $3 = 'closed' THEN NULL ELSE v."mayWantToStopAt" END
   WHERE v."accountId" = $1 AND v.id = $2`,
);
const happen = workspaceStatement<
  never,
  [id: string, happenings: readonly string[], authorKind: string, authorId: string | null, now: Date]
>(
  'inbox.happen',
  `INSERT INTO "InboxMessage" ("accountId", "conversationId", "channelId", direction, kind, text, "authorKind",
    "authorId", at, sequence, "createdAt")
   SELECT $1, v.id, v."channelId", 'event', 'text', h.word, $4, $5, $6::timestamptz, h.n, $6::timestamptz
     FROM "Conversation" v CROSS JOIN unnest($3::text[]) WITH ORDINALITY AS h(word, n)
     WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = $2`,
);

/** The acting user or key, in the form of a message's author. */
export const authorOf = ({ actor }: Pick<WorkspaceDb, 'actor'>): { kind: 'user' | 'key'; id: string | null } =>
  actor.kind === 'session' ? { kind: 'user', id: actor.id } : { kind: 'key', id: actor.id };

/** @throws AppError VALIDATION */
function statusAfter(
  row: ConversationRow,
  { status, snoozedUntil }: UpdateInput,
  now: Date,
): Pick<ConversationRow, 'status' | 'snoozedUntil'> {
  const after = status ?? row.status;
  if (after !== 'snoozed') {
    if (snoozedUntil !== undefined && snoozedUntil !== null)
      throw invalid('snoozedUntil', 'works with the status snoozed only');
    return { status: after, snoozedUntil: null };
  }
  const until = snoozedUntil ?? (status === undefined ? row.snoozedUntil : undefined);
  if (until === undefined || until === null) throw invalid('snoozedUntil', 'is required with the status snoozed');
  if (until <= now || until.getTime() > now.getTime() + MOST_SNOOZED_DAYS * DAY_MS)
    throw invalid('snoozedUntil', `must be within the next ${MOST_SNOOZED_DAYS} days`);
  return { status: 'snoozed', snoozedUntil: until };
}

/** @throws AppError VALIDATION for a person who is no member */
async function assigneeAfter(
  tx: StatementTx,
  row: ConversationRow,
  sent: string | null | undefined,
): Promise<string | null> {
  if (sent === undefined || sent === row.assigneeId) return row.assigneeId;
  if (sent === null) return null;
  if ((await tx.rows(isMember, sent)).length === 0) throw invalid('assigneeId', 'is not a member of the workspace');
  return sent;
}

const HAPPENED = { open: 'opened', snoozed: 'snoozed', closed: 'closed' } as const satisfies Record<
  ConversationStatus,
  Happening
>;

/**
 * Changes a conversation; fields that are not sent stay. A closed conversation cannot be snoozed: open it first.
 * @throws AppError NOT_FOUND, VALIDATION, BAD_STATE
 */
export async function update(db: WorkspaceDb, input: UpdateInput): Promise<Conversation> {
  return await db.transaction(async (tx) => {
    const row = await holdConversation(tx, input.id);
    const { status, snoozedUntil } = statusAfter(row, input, tx.now);
    if (row.status === 'closed' && status === 'snoozed')
      throw new AppError('BAD_STATE', {
        message: 'The conversation is closed. Open it first.',
        details: { status: row.status },
      });
    const assigneeId = await assigneeAfter(tx, row, input.assigneeId);
    const tags = input.tags === undefined ? row.tags : [...new Set(input.tags)];
    const isMoved = status !== row.status || snoozedUntil?.getTime() !== row.snoozedUntil?.getTime();
    const isAssigned = assigneeId !== row.assigneeId;
    // They did not mean it.
    const isDismissed = input.mayWantToStop === false && row.mayWantToStopAt !== null;
    if (isMoved || isAssigned || isDismissed || tags.join('\n') !== row.tags.join('\n'))
      await tx.rows(write, row.id, status, snoozedUntil, assigneeId, tags, tx.now, isDismissed);
    const happened: Happening[] = [
      ...(status === row.status ? [] : [HAPPENED[status]]),
      ...(isAssigned ? [assigneeId === null ? ('unassigned' as const) : ('assigned' as const)] : []),
    ];
    if (happened.length > 0) {
      const author = authorOf(tx);
      await tx.rows(happen, row.id, happened, author.kind, author.id, tx.now);
    }
    const target = { targetType: 'conversation', targetId: row.id };
    if (isAssigned) await tx.audit({ action: 'conversation.assign', ...target, data: { assigneeId } });
    if (isDismissed) await tx.audit({ action: 'conversation.keep_subscribed', ...target });
    if (status === 'closed' && row.status !== 'closed') await tx.audit({ action: 'conversation.close', ...target });
    return presentConversation(await readConversation(tx, row.id), tx.now);
  });
}

/**
 * Unsubscribes the person of a conversation who asked for it in their own words. It works as if they had written STOP,
 * so START ends it. The ledger records the member who read the request. Safe to repeat.
 * @throws AppError NOT_FOUND
 */
export async function unsubscribe(db: WorkspaceDb, id: string): Promise<Conversation> {
  return await db.transaction(async (tx) => {
    // Before any row of a conversation is locked, as all do who write opt-outs.
    await lockContacts(tx);
    const { family, address, stoppedAt, optedOut } = await readConversation(tx, id);
    const { by, source } = originOf(tx.actor);
    const origin = { by, source: { ...source, conversationId: id } };
    const asked = { recipient: address, at: stoppedAt ?? tx.now, asked: 'stop' as const };
    await applyWords(tx, family, [asked], { author: authorOf(tx), origins: { stop: origin, start: origin } });
    if (!optedOut)
      await tx.audit({
        action: 'conversation.unsubscribe',
        targetType: 'conversation',
        targetId: id,
        data: { family },
      });
    return presentConversation(await readConversation(tx, id), tx.now);
  });
}

const markRead = workspaceStatement<never, [id: string, now: Date]>(
  'inbox.read',
  `UPDATE "Conversation" v SET unread = 0, "updatedAt" = $3::timestamptz
    WHERE v."accountId" = $1 AND v.id = $2 AND v.unread > 0`,
);

/** @throws AppError NOT_FOUND */
export async function read(db: WorkspaceDb, id: string): Promise<Conversation> {
  await db.rows(markRead, id, db.now);
  return await get(db, id);
}

const link = workspaceStatement<ConversationRow, [id: string, contactId: string | null, now: Date]>(
  'inbox.link',
  `UPDATE "Conversation" v SET "contactId" = $3, "updatedAt" = $4::timestamptz WHERE v."accountId" = $1 AND v.id = $2
    RETURNING ${conversationColumns('v')}`,
);
/**
 * Writes the handle onto the contact, unless the contact has one. A STOP from before the contact was known now counts
 * for the contact, too.
 */
const writeHandle = workspaceStatement<
  { id: string },
  [contactId: string, family: string, handle: string, now: Date, stopped: boolean, key: string]
>(
  'inbox.write-handle',
  `UPDATE "Contact" c SET "socialHandles" = jsonb_build_object($7::text, $4::text) || c."socialHandles",
    "updatedAt" = $5::timestamptz,
     subscriptions = CASE WHEN $6 THEN c.subscriptions || jsonb_build_object($3::text, 'unsubscribed')
       ELSE c.subscriptions END
   WHERE c."accountId" = $1 AND c.id = $2 RETURNING c.id`,
);
const findContact = workspaceStatement<{ id: string }, [id: string]>(
  'inbox.find-contact',
  `SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2 FOR KEY SHARE`,
);

/**
 * Links a conversation to a contact, to a new contact, or to none. The contact gets the handle, so that later messages
 * find the contact.
 * @throws AppError NOT_FOUND; VALIDATION for an unknown contact, and without e-mail and phone; PLAN_LIMIT
 */
export async function linkContact(db: WorkspaceDb, { id, contactId, create }: LinkInput): Promise<Conversation> {
  const conversation = await readConversation(db, id);
  const isPhone = conversation.family === 'sms' || conversation.family === 'whatsapp';
  const made = create === undefined ? undefined : await upsert(db, madeFrom(create, conversation, isPhone));
  const chosen = made?.id ?? contactId ?? null;
  return await db.transaction(async (tx) => {
    if (chosen !== null) {
      const { family, userId } = conversation;
      const handle = isPhone ? userId : family === 'webhook' ? null : conversation.externalThreadId;
      const hasStopped = conversation.stoppedAt !== null;
      const key = isPhone ? WHATSAPP_USER_ID : family;
      const rows =
        handle === null
          ? await tx.rows(findContact, chosen)
          : await tx.rows(writeHandle, chosen, family, handle, tx.now, hasStopped, key);
      if (rows.length === 0) throw invalid('contactId', 'does not exist in this workspace');
    }
    const row = await holdConversation(tx, id);
    if (row.contactId !== chosen) {
      await tx.rows(link, id, chosen, tx.now);
      await tx.audit({
        action: 'conversation.link',
        targetType: 'conversation',
        targetId: id,
        data: { contactId: chosen },
      });
    }
    return presentConversation(await readConversation(tx, id), tx.now);
  });
}

/** The phone that they write from is theirs, where no other is given. */
function madeFrom(
  create: NonNullable<LinkInput['create']>,
  { address, senderName }: ConversationRow,
  isPhone: boolean,
) {
  const phone = create.phone ?? (isPhone && address.startsWith('+') ? address : undefined);
  if (create.email === undefined && phone === undefined) throw invalid('create', 'needs an e-mail or a phone number');
  const firstName = create.firstName ?? (create.lastName === undefined ? senderName?.slice(0, 120) : undefined);
  return { ...create, ...(phone !== undefined && { phone }), ...(firstName && { firstName }), source: 'inbox' };
}
