/**
 * Receives messages that people write to a channel (docs/contract/inbox.md#receiving). One transaction stores the
 * messages, applies stop and start words, and queues the away message. Runs in the worker; any part may run twice.
 */
import { reachOf, WINDOW_MS } from '@/server/modules/messaging/inbox/vocabulary';
import { workspaceStatement, THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { CallbackEvent } from '@/server/platform/vendors/provider';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { fetchAttachmentsJob, nameSendersJob } from '@/server/modules/messaging/inbox/jobs';
import { readSettings } from '@/server/modules/messaging/inbox/settings';
import { applyWords, type Asked } from '@/server/modules/messaging/inbox/stop';
import {
  storeMessages,
  type Channel,
  type Fresh,
  type Received,
} from '@/server/modules/messaging/inbox/store-messages';
import { askedFor, mayWantToStop } from '@/server/modules/messaging/inbox/words';
import { windowOpens } from '@/server/platform/lib/local-time';
import { contentOf } from '@/server/modules/messaging/inbox/content';
import { optedOutOf } from '@/server/modules/messaging/inbox/opted-out';
import { queueAnswer } from '@/server/modules/messaging/inbox/queue-answer';
import { conversationColumns, type ConversationRow } from '@/server/modules/messaging/inbox/rows';
import type { Away } from '@/server/modules/messaging/inbox/schema';
const EVERY_MS = 12 * 60 * 60_000;

const findZone = workspaceStatement<{ timeZone: string }, [channelId: string]>(
  'inbox.away-zone',
  `SELECT a."timeZone" FROM "ChannelIntegration" c JOIN "Account" a ON a.id = c."accountId"
    WHERE c."accountId" = $1 AND c.id = $2 AND c.status = 'active'`,
);
/** Picks the conversations that had none in the last hours, and whose people Laris may write to by itself. */
const due = workspaceStatement<ConversationRow, [ids: readonly string[], since: Date, now: Date]>(
  'inbox.away-due',
  `UPDATE "Conversation" v SET "awayAt" = $4::timestamptz
   WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = ANY ($2::text[])
     AND (v."awayAt" IS NULL OR v."awayAt" <= $3::timestamptz) AND NOT ${optedOutOf('v')}
     RETURNING ${conversationColumns('v')}`,
);

/**
 * The away message (docs/contract/inbox.md#away).
 * Within the transaction that stored what they wrote.
 */
async function answerAway(tx: StatementTx, channelId: string, away: Away, inbound: readonly Fresh[]): Promise<void> {
  const [zone] = await tx.rows(findZone, channelId);
  if (zone === undefined || windowOpens(away, tx.now, zone.timeZone) === null) return;
  // What came late lies outside of the vendor's window, and nobody waits for this answer to it.
  const ids = inbound.flatMap(({ conversationId, at }) =>
    tx.now.getTime() - at.getTime() < WINDOW_MS ? [conversationId] : [],
  );
  if (ids.length === 0) return;
  const conversations = await tx.rows(due, [...new Set(ids)], new Date(tx.now.getTime() - EVERY_MS), tx.now);
  for (const conversation of conversations) {
    const content = contentOf(conversation, { text: away.text });
    await queueAnswer(tx, conversation, {
      kind: 'text',
      text: away.text,
      content,
      replyToId: null,
      author: { kind: 'system', id: null },
    });
  }
}

const findReceiving = workspaceStatement<{ receiving: boolean | null; isRevoked: boolean }, [channelId: string]>(
  'inbox.receiving',
  `SELECT i.receiving, c.status = 'revoked' AS "isRevoked"
   FROM "ChannelIntegration" c LEFT JOIN "InboxChannel" i ON i."accountId" = c."accountId" AND i."channelId" = c.id
     WHERE c."accountId" = $1 AND c.id = $2`,
  { isBrief: true },
);
/** Notes the first and last message: the first shows the merchant that receiving works. */
const noteInbound = workspaceStatement<never, [channelId: string, first: Date, last: Date, now: Date]>(
  'inbox.note-inbound',
  `INSERT INTO "InboxChannel" AS i ("accountId", "channelId", receiving, "firstInboundAt", "lastInboundAt", "updatedAt")
    VALUES ($1, $2, true, $3, $4, $5)
   ON CONFLICT ("accountId", "channelId")
     DO UPDATE SET "firstInboundAt" = coalesce(i."firstInboundAt", excluded."firstInboundAt"),
     "lastInboundAt" = greatest(i."lastInboundAt", excluded."lastInboundAt")`,
);

/** Checks whether messages to the channel are kept. A revoked channel keeps none, because nobody can answer there. */
async function isReceiving(db: WorkspaceDb, { id, provider }: Channel): Promise<boolean> {
  const [row] = await db.rows(findReceiving, id);
  if (row?.isRevoked === true) return false;
  return row?.receiving ?? reachOf(provider)?.byDefault ?? false;
}

const isMessage = (event: CallbackEvent): event is Received =>
  event.kind === 'echo' ||
  event.kind === 'edited' ||
  event.kind === 'deleted' ||
  (event.kind === 'inbound' && event.message !== undefined);

/** Reads opt-outs that the event itself states: blocking, unfollowing and the vendor's own switches. */
const saidOutright = (event: CallbackEvent): Asked[] =>
  event.kind === 'unsubscribe' || event.kind === 'complaint'
    ? [{ recipient: event.recipient, at: event.at, asked: 'stop' }]
    : event.kind === 'resubscribe'
      ? [{ recipient: event.recipient, at: event.at, asked: 'start' }]
      : [];

/**
 * @param events events of one channel, in the service's time
 * @returns the messages that are new
 */
export async function receive(db: WorkspaceDb, channel: Channel, events: readonly CallbackEvent[]): Promise<Fresh[]> {
  const received = events.filter(isMessage);
  const outright = events.flatMap(saidOutright);
  if (reachOf(channel.provider) === undefined || (received.length === 0 && outright.length === 0)) return [];
  const { family } = providerEntry(channel.provider);
  const [receiving, own] = [await isReceiving(db, channel), await readSettings(db)];
  const wordIn = (text: string) => askedFor(family, text, own);
  const reading = {
    isWord: (text: string) => wordIn(text) !== null,
    mayStop: (text: string) => mayWantToStop(family, text, own),
  };
  const said = received.flatMap((each) => (each.kind === 'inbound' ? [{ ...each, text: each.message.text }] : []));
  const mayHaveWords = outright.length > 0 || said.some(({ text }) => wordIn(text) !== null);
  return await db.transaction(async (tx) => {
    // Before any row of a conversation is locked, as all do who write opt-outs.
    if (mayHaveWords) await lockContacts(tx);
    const fresh = receiving ? await storeMessages(tx, channel, received, reading) : [];
    const heard = receiving
      ? fresh.map(({ address, text, at, direction }) => ({
          recipient: address,
          text,
          at,
          isTheirs: direction === 'inbound',
        }))
      : said.map(({ recipient, text, at }) => ({ recipient, text, at, isTheirs: true }));
    const asked = heard.flatMap(({ recipient, text, at, isTheirs }): Asked[] => {
      const word = isTheirs ? wordIn(text) : null;
      return word === null ? [] : [{ recipient, at, asked: word }];
    });
    await applyWords(tx, family, [...outright, ...asked]);
    if (fresh.length === 0) return fresh;
    const inbound = fresh.filter(
      ({ direction, text, isUnknown }) => direction === 'inbound' && !isUnknown && wordIn(text) === null,
    );
    if (own.away.enabled && inbound.length > 0) await answerAway(tx, channel.id, own.away, inbound);
    await noteArrival(tx, channel, received, fresh);
    return fresh;
  });
}

async function noteArrival(
  tx: StatementTx,
  channel: Channel,
  received: readonly Received[],
  fresh: readonly Fresh[],
): Promise<void> {
  const times = fresh.flatMap(({ direction, at }) => (direction === 'inbound' ? [at.getTime()] : []));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (times.length > 0) await tx.rows(noteInbound, channel.id, new Date(first), new Date(last), tx.now);
  const hasFiles = received.some((each) => each.kind !== 'deleted' && (each.message.attachments ?? []).length > 0);
  if (hasFiles) await enqueue(tx, fetchAttachmentsJob, {});
  if (ADAPTERS[channel.provider].senderOf !== undefined) await enqueue(tx, nameSendersJob, { channelId: channel.id });
}
