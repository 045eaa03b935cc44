/**
 * Verifies and applies stored callbacks (docs/contract/channels.md#callbacks), in the worker, because verifying needs
 * the channel's credentials. Any number may run at once, and any part may run twice: applying a callback again changes
 * nothing.
 */
import { castStored } from '@/server/platform/db/stored';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { toAppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { realTimeOf, serviceTimeOf } from '@/server/platform/lib/clock';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { sequenceAt } from '@/server/modules/messaging/adapters/channel-message';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import { NO_TRANSPORT } from '@/server/platform/vendors/no-transport';
import {
  NotSentError,
  OutcomeUnknownError,
  type CallbackContext,
  type CallbackEvent,
  type RawCallback,
} from '@/server/platform/vendors/provider';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { isUserId, recipientOf } from '@/server/platform/vendors/recipient';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import { noteClicks, noteMachines } from '@/server/modules/messaging/broadcasts/clicks';
import { applyEvents, type StatusEvent } from '@/server/modules/messaging/channels/apply-events';
import { isCallbackToken, needsToken, tokenOf } from '@/server/modules/messaging/channels/callback-address';
import { applyCallbacksJob } from '@/server/modules/messaging/channels/jobs';
import { recordInbound } from '@/server/modules/messaging/channels/inbound';
import { wornOut } from '@/server/modules/messaging/channels/soft-bounces';
import { suppressReported } from '@/server/modules/messaging/channels/suppress-reported';
import { joinPeople, type BothNames } from '@/server/modules/audience/contacts/whatsapp-people';
import { receive } from '@/server/modules/messaging/inbox/receive';
import { OLDEST_MS } from '@/server/modules/messaging/inbox/vocabulary';

/** Bodies have up to 1 MiB, so this bounds the memory. */
const BATCH = 50;

/**
 * The waits before another look at a callback that could not be verified, or whose message the worker has not stored
 * yet.
 */
const AGAIN_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

interface Waiting extends RawCallback {
  id: string;
  attempts: number;
  /** True when the callback was verified on receipt. */
  proven: boolean;
}

const waitingStatement = workspaceStatement<Waiting, [channelId: string, now: Date]>(
  'channels.waiting-callbacks',
  `SELECT k.id, k.method, k.url, k.headers, k.body, k.proven, k."receivedAt", k.attempts FROM "ChannelCallback" k
   WHERE k."accountId" = $1 AND k."channelId" = $2::text AND k."appliedAt" IS NULL AND k."dueAt" <= $3::timestamptz
     ORDER BY k."dueAt", k.id LIMIT ${BATCH}`,
);

const nextDue = workspaceStatement<{ dueAt: Date | null }, [channelId: string]>(
  'channels.next-callback',
  `SELECT min(k."dueAt") AS "dueAt" FROM "ChannelCallback" k
    WHERE k."accountId" = $1 AND k."channelId" = $2::text AND k."appliedAt" IS NULL`,
);

/** A refused callback is not kept, because anybody can send one. */
const settleStatement = workspaceStatement<
  never,
  [ids: string[], results: (string | null)[], dueAt: Date[], now: Date]
>(
  'channels.settle-callbacks',
  `UPDATE "ChannelCallback" k SET attempts = k.attempts + 1, result = s.result, "dueAt" = s."dueAt", "appliedAt" = CASE
    WHEN s.result IS NOT NULL THEN $5::timestamptz END,
     body = CASE WHEN s.result = 'refused' THEN ''::bytea ELSE k.body END, headers = CASE
       WHEN s.result = 'refused' THEN '{}'::jsonb ELSE k.headers END
   FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS s(id, result, "dueAt")
     WHERE k."accountId" = $1 AND k.id = s.id AND k."appliedAt" IS NULL`,
);

/** No message is younger than the callback that reports it, nor counts as older than a week. */
function timeOf({ kind, at }: Exclude<CallbackEvent, { kind: 'confirm' }>, receivedAt: Date): Date {
  const reported = serviceTimeOf(at);
  if (kind !== 'inbound' && kind !== 'echo' && kind !== 'edited') return reported;
  return new Date(Math.min(receivedAt.getTime(), Math.max(reported.getTime(), receivedAt.getTime() - OLDEST_MS)));
}

/** @param receivedAt by the service's clock */
const byOurClock = (event: CallbackEvent, receivedAt: Date): CallbackEvent =>
  event.kind === 'confirm' ? event : { ...event, at: timeOf(event, receivedAt) };

/**
 * Adds a sequence to messages, because many vendors report whole seconds only. @param index the event's place in its
 * call
 */
const inOrder = (event: CallbackEvent, receivedAt: Date, index: number): CallbackEvent =>
  'message' in event && event.message !== undefined
    ? { ...event, message: { sequence: sequenceAt(receivedAt, index), ...event.message } }
    : event;

/** WhatsApp's two names of a person, where an event has both. */
function bothNamesIn(event: CallbackEvent): BothNames[] {
  if (!('recipient' in event)) return [];
  const userId = 'userId' in event ? event.userId : 'message' in event ? event.message?.sender?.userId : undefined;
  const named = recipientOf('whatsapp', event.recipient);
  return named?.kind === 'phone' && userId !== undefined && isUserId(userId) ? [{ phone: named.address, userId }] : [];
}

/** The result for one callback; `wait`: the callback is tried again later. */
type Reading = { kind: 'events'; events: CallbackEvent[] } | { kind: 'refused' } | { kind: 'wait' };

async function read(
  services: Services,
  provider: ProviderId,
  raw: Waiting,
  context: CallbackContext,
): Promise<Reading> {
  const { callbacks } = ADAPTERS[provider];
  if (callbacks === undefined) return { kind: 'refused' };
  const { channelId } = context.connection;
  try {
    if (
      !raw.proven &&
      needsToken(provider) &&
      !isCallbackToken(services.settings.appSecrets, channelId, tokenOf(provider, raw))
    )
      return { kind: 'refused' };
    // Vendors, the sandbox in their place too, sign and write by the real time, which CLOCK_OFFSET does not move.
    const real = { ...raw, receivedAt: realTimeOf(raw.receivedAt) };
    const proven =
      raw.proven || (callbacks.verify === undefined ? needsToken(provider) : await callbacks.verify(real, context));
    return proven
      ? {
          kind: 'events',
          events: callbacks
            .events(real)
            .map((event, index) => inOrder(byOurClock(event, raw.receivedAt), raw.receivedAt, index)),
        }
      : { kind: 'refused' };
  } catch (error) {
    // What the signature is checked against could not be fetched: that says nothing of the callback.
    if (!(error instanceof NotSentError || error instanceof OutcomeUnknownError))
      services.log.error({ err: error, channelId }, 'a callback could not be read');
    return { kind: 'wait' };
  }
}

/** Confirms subscriptions for a vendor. If a confirmation fails, the vendor asks again. */
async function confirm(
  services: Services,
  events: readonly CallbackEvent[],
  { transport, connection }: CallbackContext,
): Promise<void> {
  for (const event of events) {
    if (event.kind !== 'confirm') continue;
    try {
      const { status } = await transport.request({ method: 'GET', url: event.url, headers: {} });
      services.log.info({ channelId: connection.channelId, status }, 'callback subscription confirmed');
    } catch (error) {
      services.log.warn(
        { err: error, channelId: connection.channelId },
        'a callback subscription could not be confirmed',
      );
    }
  }
}

async function applyBatch(
  services: Services,
  db: WorkspaceDb,
  provider: ProviderId,
  context: CallbackContext,
  batch: readonly Waiting[],
): Promise<void> {
  const { channelId } = context.connection;
  const readings = await Promise.all(batch.map((raw) => read(services, provider, raw, context)));
  const events = readings.flatMap((reading, index) =>
    reading.kind === 'events' ? reading.events.map((event) => ({ event, index })) : [],
  );
  const reported = events.flatMap(({ event, index }) => (event.kind === 'status' ? [{ event, index }] : []));

  const applied = await applyEvents(
    db,
    channelId,
    // What a machine opened was delivered, and nobody has read it.
    reported.map(({ event }) => (event.machine === undefined ? event : { ...event, status: 'delivered' })),
  );
  const found = new Map(applied.map(({ event, recipient }) => [event, recipient]));
  const permanent = reported.flatMap(({ event }, position) =>
    isPermanent(event) && found.has(position) ? [found.get(position) ?? ''] : [],
  );
  const soft = applied.flatMap(({ event: position, messageId }) => {
    const event = reported[position]?.event;
    return event?.status === 'bounced' && !isPermanent(event) ? [messageId] : [];
  });
  await joinPeople(
    db,
    provider,
    events.flatMap(({ event }) => bothNamesIn(event)),
  );
  await suppressReported(db, provider, {
    bounced: [...permanent, ...(await wornOut(db, provider, soft))],
    events: events.map(({ event }) => event),
  });
  await noteClicks(
    db,
    applied.flatMap(({ event: position, messageId }) => {
      const event = reported[position]?.event;
      return event?.status === 'clicked' && event.machine === undefined && event.link !== undefined
        ? [{ messageId, link: event.link, at: event.at }]
        : [];
    }),
    services.settings.baseUrl,
  );
  await noteMachines(
    db,
    applied.flatMap(({ event: position, messageId }) => {
      const event = reported[position]?.event;
      return event?.machine === undefined
        ? []
        : [{ messageId, link: event.link ?? null, machine: event.machine, at: event.at }];
    }),
    services.settings.baseUrl,
  );
  await recordInbound(
    db,
    channelId,
    events.map(({ event }) => event),
  );
  await receive(
    db,
    { id: channelId, provider },
    events.map(({ event }) => event),
  );
  await confirm(
    services,
    events.map(({ event }) => event),
    context,
  );

  const early = new Set(reported.flatMap(({ index }, position) => (found.has(position) ? [] : [index])));
  const settled = batch.map(({ attempts }, index) =>
    settle(readings[index] ?? { kind: 'wait' }, early.has(index), attempts, db.now),
  );
  await db.rows(
    settleStatement,
    batch.map(({ id }) => id),
    settled.map(({ result }) => result),
    settled.map(({ dueAt }) => dueAt),
    db.now,
  );
}

/**
 * Applies a batch. A callback that cannot be applied does not block the others: it is tried alone, later, and finally
 * given up.
 */
async function applyOrPart(
  services: Services,
  db: WorkspaceDb,
  provider: ProviderId,
  context: CallbackContext,
  batch: readonly Waiting[],
): Promise<void> {
  try {
    await applyBatch(services, db, provider, context, batch);
  } catch (error) {
    const [only] = batch;
    if (only === undefined || toAppError(error).appCode === 'UNAVAILABLE') throw error;
    if (batch.length > 1) {
      for (const each of batch) await applyOrPart(services, db, provider, context, [each]);
      return;
    }
    services.log.error(
      { err: error, channelId: context.connection.channelId, callbackId: only.id },
      'a callback could not be applied',
    );
    const { result, dueAt } = settle({ kind: 'wait' }, false, only.attempts, db.now);
    await db.rows(settleStatement, [only.id], [result], [dueAt], db.now);
  }
}

const isPermanent = (event: StatusEvent): boolean =>
  event.permanent === true && (event.status === 'bounced' || event.status === 'failed');

/** The row's next state; a null `result` means that the callback waits until dueAt. */
function settle(
  reading: Reading,
  early: boolean,
  attempts: number,
  at: Date,
): { result: 'applied' | 'refused' | 'unknown' | 'failed' | null; dueAt: Date } {
  if (reading.kind === 'refused') return { result: 'refused', dueAt: at };
  const wait = AGAIN_AFTER_MS[attempts];
  const again = reading.kind === 'wait' || early;
  if (again && wait !== undefined) return { result: null, dueAt: new Date(at.getTime() + wait) };
  // The account may send messages that are not ours, whose events end here.
  return { result: reading.kind === 'wait' ? 'failed' : early ? 'unknown' : 'applied', dueAt: at };
}

/**
 * Applies all waiting callbacks of a channel, revoked channels too: a bounce or a complaint also counts after the
 * merchant stops sending.
 */
export async function applyCallbacks(
  services: Services,
  { accountId, channelId }: { accountId: string; channelId: string },
): Promise<void> {
  const db = (): WorkspaceDb => systemDb(services.database, accountId);
  const row = await db().prisma.channelIntegration.findFirst({ where: { id: channelId } });
  if (row === null) return;
  const provider = castStored<ProviderId>(row.provider);
  const context = {
    connection: openConnection(services.settings, row),
    transport: inSandbox(services.settings, provider) ? NO_TRANSPORT : services.transport,
  };
  for (;;) {
    const handle = db();
    const batch = await handle.rows(waitingStatement, channelId, handle.now);
    if (batch.length > 0) await applyOrPart(services, handle, provider, context, batch);
    if (batch.length < BATCH) break;
  }
  const [next] = await db().rows(nextDue, channelId);
  if (next?.dueAt)
    await enqueue(db(), applyCallbacksJob, { channelId }, { runAt: next.dueAt, key: `callbacks-again:${channelId}` });
}
