/**
 * What people write to a channel comes in (docs/contract/inbox.md#receiving): the messages, the words by which they end
 * or begin what is sent to them, and the away message, in one transaction. The worker's part; any of it may run twice.
 */
import { reachOf } from '@/server/resources/inbox/vocabulary';
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/db/workspace';
import { enqueue } from '@/server/jobs/enqueue';
import { ADAPTERS } from '@/server/providers/adapters';
import { providerEntry } from '@/server/providers/catalog';
import type { CallbackEvent } from '@/server/providers/provider';
import { lockContacts } from '@/server/resources/contacts/lock';
import { answerAway } from '@/server/resources/inbox/away';
import { fetchAttachmentsJob, nameSendersJob } from '@/server/resources/inbox/jobs';
import { readSettings } from '@/server/resources/inbox/settings';
import { applyWords, type Asked } from '@/server/resources/inbox/stop';
import { storeMessages, type Channel, type Fresh, type Told } from '@/server/resources/inbox/store-messages';
import { askedFor, mayWantToStop } from '@/server/resources/inbox/words';

const findReceiving = workspaceStatement<{ receiving: boolean | null; isRevoked: boolean }, [channelId: string]>(
  'inbox.receiving',
  `SELECT i.receiving, c.status = 'revoked' AS "isRevoked"
   FROM "ChannelIntegration" c LEFT JOIN "InboxChannel" i ON i."accountId" = c."accountId" AND i."channelId" = c.id WHERE c."accountId" = $1 AND c.id = $2`,
  { isBrief: true },
);
/** The first tells the merchant that it works. */
const noteInbound = workspaceStatement<never, [channelId: string, first: Date, last: Date, now: Date]>(
  'inbox.note-inbound',
  `INSERT INTO "InboxChannel" AS i ("accountId", "channelId", receiving, "firstInboundAt", "lastInboundAt", "updatedAt") VALUES ($1, $2, true, $3, $4, $5)
   ON CONFLICT ("accountId", "channelId") DO UPDATE SET "firstInboundAt" = coalesce(i."firstInboundAt", excluded."firstInboundAt"), "lastInboundAt" = greatest(i."lastInboundAt", excluded."lastInboundAt")`,
);

/** Whether what comes to the channel is kept. Of a revoked one it is not, for nobody can answer there. */
async function isReceiving(db: WorkspaceDb, { id, provider }: Channel): Promise<boolean> {
  const [row] = await db.rows(findReceiving, id);
  if (row?.isRevoked === true) return false;
  return row?.receiving ?? reachOf(provider)?.byDefault ?? false;
}

const isTold = (event: CallbackEvent): event is Told =>
  event.kind === 'echo' ||
  event.kind === 'edited' ||
  event.kind === 'deleted' ||
  (event.kind === 'inbound' && event.message !== undefined);

/** Of blocking, unfollowing and the vendor's own switches: it says itself what it is. */
const saidOutright = (event: CallbackEvent): Asked[] =>
  event.kind === 'unsubscribe' || event.kind === 'complaint'
    ? [{ recipient: event.recipient, at: event.at, asked: 'stop' }]
    : event.kind === 'resubscribe'
      ? [{ recipient: event.recipient, at: event.at, asked: 'start' }]
      : [];

/** @param events of one channel, by the service's clock @returns the messages that were not here before */
export async function receive(db: WorkspaceDb, channel: Channel, events: readonly CallbackEvent[]): Promise<Fresh[]> {
  const told = events.filter(isTold);
  const outright = events.flatMap(saidOutright);
  if (reachOf(channel.provider) === undefined || (told.length === 0 && outright.length === 0)) return [];
  const { family } = providerEntry(channel.provider);
  const [receiving, own] = [await isReceiving(db, channel), await readSettings(db)];
  const wordIn = (text: string) => askedFor(family, text, own);
  const reading = {
    isWord: (text: string) => wordIn(text) !== null,
    mayStop: (text: string) => mayWantToStop(family, text, own),
  };
  const said = told.flatMap((each) => (each.kind === 'inbound' ? [{ ...each, text: each.message.text }] : []));
  const mayHaveWords = outright.length > 0 || said.some(({ text }) => wordIn(text) !== null);
  return await db.transaction(async (tx) => {
    // Before any row of a conversation is locked, as all do who write opt-outs.
    if (mayHaveWords) await lockContacts(tx);
    const fresh = receiving ? await storeMessages(tx, channel, told, reading) : [];
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
    await noteArrival(tx, channel, told, fresh);
    return fresh;
  });
}

async function noteArrival(
  tx: StatementTx,
  channel: Channel,
  told: readonly Told[],
  fresh: readonly Fresh[],
): Promise<void> {
  const times = fresh.flatMap(({ direction, at }) => (direction === 'inbound' ? [at.getTime()] : []));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (times.length > 0) await tx.rows(noteInbound, channel.id, new Date(first), new Date(last), tx.now);
  const hasFiles = told.some((each) => each.kind !== 'deleted' && (each.message.attachments ?? []).length > 0);
  if (hasFiles) await enqueue(tx, fetchAttachmentsJob, {});
  if (ADAPTERS[channel.provider].senderOf !== undefined) await enqueue(tx, nameSendersJob, { channelId: channel.id });
}
