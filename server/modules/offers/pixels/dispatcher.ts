/**
 * Sends server-side conversions within a second of their due time (docs/contract/pixels.md#conversions). Any number of
 * workers may run.
 */
import type { Services } from '@/server/platform/access/context';
import { now as clock } from '@/server/platform/lib/clock';
import { BATCH, BATCH_TIMING, sendBatch, type BatchTiming } from '@/server/modules/offers/pixels/conversion-batch';
import { dueWorkspaces } from '@/server/modules/offers/pixels/conversion-queue';
import { DESTINATIONS, type DestinationId } from '@/server/modules/offers/pixels/vocabulary';
import { conversionDestination } from '@/server/modules/offers/pixels/destination';
import { startPoll } from '@/server/platform/engine/poll';

const EVERY_MS = 1_000;
/**
 * The most workspaces whose batches are sent to one vendor in parallel. A workspace has at most one of them, so that a
 * slow pixel holds up no other, and each vendor has its own places, so that a vendor that does not answer blocks no
 * other.
 */
const AT_ONCE = 8;

export interface Dispatcher {
  /** Stops after the running batches have ended. */
  stop(): Promise<void>;
}

export interface DispatcherTiming extends BatchTiming {
  everyMs: number;
  /** The milliseconds that a vendor may take to answer. */
  timeoutMs: number;
}

type Needs = Pick<Services, 'database' | 'settings' | 'transport' | 'log'>;

export function startDispatcher(services: Needs, timing: Partial<DispatcherTiming> = {}): Dispatcher {
  const lanes = DESTINATIONS.map((to) => startLane(services, timing, to));
  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** Starts the loop that sends to one vendor. */
function startLane(services: Needs, timing: Partial<DispatcherTiming>, destination: DestinationId): Dispatcher {
  const { everyMs = EVERY_MS, timeoutMs, ...batch } = timing;
  const log = services.log.child({ part: 'conversions', destination });
  const vendor = conversionDestination(services.settings, services.transport, timeoutMs, destination);
  /** The running batches by workspace. */
  const running = new Map<string, Promise<void>>();
  /** The last look took as many as there was room for; more may be due. */
  let cutShort = false;

  const begin = (accountId: string): void => {
    const done = sendBatch(services, vendor, accountId, { ...BATCH_TIMING, ...batch }, destination)
      .then((taken) => {
        if (taken > 0) log.debug({ accountId, taken }, 'conversions');
        return taken >= BATCH;
      })
      .catch((error: unknown) => {
        log.warn({ err: error, accountId }, 'conversions could not be sent, trying again when their lease ends');
        return false;
      })
      .then((isMore) => {
        running.delete(accountId);
        if (isMore || cutShort) poll.wake();
      });
    running.set(accountId, done);
  };

  const look = async (): Promise<void> => {
    const room = AT_ONCE - running.size;
    const except = [...running.keys()];
    const due =
      room > 0 ? await dueWorkspaces(services.database.pool, destination, clock(), { except, limit: room }) : [];
    cutShort = due.length === room;
    due.forEach(begin);
    // Some may have ended while we looked.
    if (cutShort && running.size < AT_ONCE) poll.wake();
  };

  const poll = startPoll({
    everyMs,
    look,
    onError: (error) => log.warn({ err: error }, 'conversions could not be looked for, trying again'),
  });
  return {
    async stop() {
      await poll.stop();
      await Promise.all(running.values());
    },
  };
}
