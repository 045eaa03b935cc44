/**
 * Sends webhook deliveries as they come due (4 §L, `webhook-delivery`). Any number of workers may do so at once; their
 * leases keep them apart. A delivery whose worker dies is sent again when its lease lapses: at least once, never lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '@/server/context';
import { now as clock } from '@/server/lib/clock';
import { switchOffGone } from '@/server/webhooks/gone';
import { Lane, type Held } from '@/server/webhooks/lane';
import { outcomeOf, outcomeOfError, settledBy, type Outcome, type Settled } from '@/server/webhooks/outcome';
import { claim, look, release, settle, type EndpointRow } from '@/server/webhooks/queue';
import { signedHeaders, type SigningKeys } from '@/server/webhooks/signing';
import { quotas } from '@/server/webhooks/turns';
import { createWayOut, TIMEOUT_MS, type WayOut } from '@/server/webhooks/way-out';
import { workerName } from '@/server/worker/lease';
import { startPoll } from '@/server/worker/poll';
import { Settler } from '@/server/worker/settle';

/** Deliveries that a worker has taken, in all; half of them at most for endpoints that are slow, and half for one workspace. */
const PLACES = 1_024;
const PLACES_OF_SLOW = PLACES / 2;
const PLACES_OF_ONE = PLACES / 2;
/** Below a look's own time, so that deliveries are taken in batches. */
const REST_MS = 5;
/** How an endpoint behaves is remembered for so long after its last delivery. */
const REMEMBERED_MS = 10 * 60_000;
/** Between an attempt's time-out and the end of its lease, for writing it down. */
const MARGIN_MS = 3_000;

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Laris-Webhooks/1.0' };
const UNREADABLE: Outcome = {
  kind: 'again',
  responseCode: null,
  responseBody: null,
  error: 'The stored secret cannot be read: APP_SECRET has changed. Delete the endpoint and create it anew.',
  askedMs: null,
};

export interface WebhookTiming {
  /** How often an idle worker looks. */
  idleMs: number;
  /** How long a claim holds. */
  leaseMs: number;
  /** How long an attempt may take. */
  timeoutMs: number;
  /** How long stopping waits for attempts under way; their leases lapse. Below the process's own patience. */
  stopMs: number;
}
const TIMING: WebhookTiming = { idleMs: 200, leaseMs: 30_000, timeoutMs: TIMEOUT_MS, stopMs: 6_000 };

export interface WebhookOptions {
  wayOut?: WayOut;
  timing?: Partial<WebhookTiming>;
  random?: () => number;
}

export interface WebhookDispatcher {
  /** Lets end what was begun, for a while, and gives the rest back. */
  stop(): Promise<void>;
}

export function startWebhooks(
  services: Pick<Services, 'database' | 'settings' | 'log'>,
  { wayOut: given, timing: some, random = Math.random }: WebhookOptions = {},
): WebhookDispatcher {
  const { pool } = services.database;
  const timing = { ...TIMING, ...some };
  const wayOut = given ?? createWayOut({ timeoutMs: timing.timeoutMs });
  const log = services.log.child({ part: 'webhooks' });
  const worker = workerName();
  const lanes = new Map<string, Lane>();
  const attempts = new Set<Promise<void>>();
  const settler = new Settler<Settled>({
    write: (settled) => settle(pool, { worker, now: clock() }, settled),
    onError: (error) => log.warn({ err: error }, 'outcomes could not be written, trying again'),
    lessened: (settled) =>
      settled.responseBody === null && settled.error === null ? null : { ...settled, responseBody: null, error: null },
  });
  /** What ends from now on was cut off, and tells nothing. */
  let closed = false;
  /** There was not room for all that is due. */
  let cutShort = false;

  const giveBack = (deliveries: readonly Held[]): Promise<void> =>
    deliveries.length === 0
      ? Promise.resolve()
      : release(pool, { worker, at: clock() }, deliveries).catch((error: unknown) =>
          log.warn({ err: error }, 'deliveries could not be given back; their leases lapse'),
        );

  const attempt = async (lane: Lane, delivery: Held, url: string, keys: SigningKeys | null): Promise<void> => {
    const attemptedAt = clock();
    const began = performance.now();
    const { id, eventId, body } = delivery;
    const outcome =
      keys === null
        ? UNREADABLE
        : await wayOut
            .post(url, { ...HEADERS, ...signedHeaders(keys, { eventId, body, at: new Date() }) }, body)
            .then(outcomeOf, outcomeOfError);
    if (closed) return;
    lane.learn(outcome, performance.now() - began);
    // What was taken ahead waits where others can see it.
    if (lane.slow || lane.paused || outcome.kind === 'gone') void giveBack(lane.waiting.splice(0));
    const now = clock();
    if (outcome.kind === 'gone') {
      if (await switchOffGone(services.database, { accountId: lane.accountId, endpointId: lane.endpointId, url }, now))
        log.info({ endpointId: lane.endpointId, deliveryId: id }, 'an endpoint is gone and was switched off');
    }
    settler.add(settledBy(outcome, delivery, { attemptedAt, now, random }));
  };

  /** Begins what the lane may have under way. */
  const pump = (lane: Lane): void => {
    void giveBack(lane.tooLate());
    for (let next = poll.stopping ? null : lane.next(); next !== null; next = lane.next()) {
      lane.underWay++;
      const ended = attempt(lane, next.delivery, next.url, next.keys)
        .catch((error: unknown) =>
          log.warn(
            { err: error, endpointId: lane.endpointId },
            'an attempt could not be written down; it is made again when its lease lapses',
          ),
        )
        .finally(() => {
          lane.underWay--;
          attempts.delete(ended);
          pump(lane);
          if (cutShort || lane.runsLow) poll.wake();
        });
      attempts.add(ended);
    }
  };

  const laneOf = ({ accountId, endpointId }: EndpointRow): Lane => {
    const lane = lanes.get(endpointId) ?? new Lane(accountId, endpointId, services.settings.appSecrets);
    lanes.set(endpointId, lane);
    return lane;
  };

  /** Looks at every endpoint that has something due, or of which we have something, and takes what there is room for. */
  const turn = async (): Promise<void> => {
    const now = clock();
    const held = [...lanes.values()].filter(({ waiting }) => waiting.length > 0);
    const rows = await look(pool, now, held);
    const active = new Map(rows.flatMap((row) => (row.active ? [[row.endpointId, row]] : [])));
    for (const lane of held) if (!active.has(lane.endpointId)) void giveBack(lane.waiting.splice(0));
    for (const row of active.values()) laneOf(row).see(row);

    const due = [...active.values()].flatMap((row) => (row.due ? [laneOf(row)] : []));
    const wanted = poll.stopping ? [] : shares(due);
    const taken =
      wanted.length === 0
        ? []
        : await claim(
            pool,
            { worker, now, leaseEnd: new Date(now.getTime() + timing.leaseMs) },
            wanted.map(({ candidate: { accountId, endpointId }, quota }) => ({ accountId, endpointId, quota })),
          );
    const beginBy = performance.now() + timing.leaseMs - timing.timeoutMs - Math.min(MARGIN_MS, timing.leaseMs / 10);
    for (const { candidate, quota } of wanted) candidate.lane.expect(quota);
    for (const delivery of taken) lanes.get(delivery.endpointId)?.take({ ...delivery, beginBy });
    for (const lane of lanes.values()) {
      pump(lane);
      if (lane.held > 0) continue;
      lane.forget();
      if (!lane.paused && performance.now() - lane.servedAt > REMEMBERED_MS) lanes.delete(lane.endpointId);
    }
  };

  /** How many are to be taken of each; those that are slow have places of their own. */
  const shares = (due: readonly Lane[]) => {
    const perWorkspace = new Map<string, number>();
    let [all, ofSlow] = [0, 0];
    for (const { accountId, held, slow } of lanes.values()) {
      perWorkspace.set(accountId, (perWorkspace.get(accountId) ?? 0) + held);
      all += held;
      if (slow) ofSlow += held;
    }
    const candidates = due.flatMap((lane) => {
      const room = lane.room();
      return room === 0
        ? []
        : [{ lane, accountId: lane.accountId, endpointId: lane.endpointId, room, servedAt: lane.servedAt }];
    });
    const hand = (isSlow: boolean, free: number) =>
      quotas(
        candidates.filter(({ lane }) => lane.slow === isSlow),
        { free, perWorkspace: PLACES_OF_ONE, taken: perWorkspace },
      );
    const quick = hand(false, PLACES - all);
    const free = PLACES - all - quick.reduce((sum, { quota }) => sum + quota, 0);
    for (const { candidate, quota } of quick)
      perWorkspace.set(candidate.accountId, (perWorkspace.get(candidate.accountId) ?? 0) + quota);
    const slow = hand(true, Math.min(PLACES_OF_SLOW - ofSlow, free));
    cutShort = quick.length + slow.length < candidates.length;
    return [...quick, ...slow];
  };

  const poll = startPoll({
    everyMs: timing.idleMs,
    restMs: REST_MS,
    look: turn,
    onError: (error) => log.warn({ err: error }, 'deliveries could not be taken, trying again'),
  });
  return {
    async stop() {
      await poll.stop();
      await giveBack([...lanes.values()].flatMap((lane) => lane.waiting.splice(0)));
      await Promise.race([Promise.all(attempts), sleep(timing.stopMs, undefined, { ref: false })]);
      closed = true;
      await wayOut.close();
      await settler.drained();
    },
  };
}
