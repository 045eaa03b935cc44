/**
 * Reads triggers from their outbox and passes them to the funnels' handler: a contact's triggers in the order of their
 * writing, each once, by any number of workers. The effects of a trigger and the mark that it was handled are one
 * transaction, so a worker that dies leaves all of this or nothing.
 */
import type { Services } from '@/server/platform/access/context';
import { systemDb, type StatementTx } from '@/server/platform/db/workspace';
import { workerName } from '@/server/platform/engine/lease';
import { startPoll } from '@/server/platform/engine/poll';
import {
  claim,
  giveBack,
  look,
  LostTriggersError,
  markAsTaken,
  putOff,
  renew,
  type TakenTrigger,
} from '@/server/platform/outbox/trigger-queue';
import { triedAgainAt, wordsOf } from '@/server/platform/outbox/in-vain';
import { now as clock } from '@/server/platform/lib/clock';

/** The duration of a claim, in milliseconds, unless the worker renews it. */
const LEASE_MS = 60_000;
const EVERY_MS = 500;
/** Workspaces at once. */
const AT_ONCE = 3;

export interface TriggerHandler {
  /**
   * Writes the effects of events of one workspace, in their order. If this throws, each event is tried alone, then
   * again after 1, 5 and 30 minutes, and then put aside; later events of the same contact wait meanwhile.
   */
  act(tx: StatementTx, events: readonly TakenTrigger[]): Promise<void>;
}

type Needs = Pick<Services, 'database' | 'log'>;

export interface RunningTriggers {
  /** Makes the loop look at once, because there is a new trigger. */
  wake(): void;
  /** Stops after the running work has ended. */
  stop(): Promise<void>;
}

export interface TriggerTiming {
  everyMs: number;
  leaseMs: number;
}

export function startTriggers(
  services: Needs,
  handler: TriggerHandler,
  { everyMs = EVERY_MS, leaseMs = LEASE_MS }: Partial<TriggerTiming> = {},
): RunningTriggers {
  const log = services.log.child({ part: 'triggers' });
  const turn = turns({ ...services, log }, handler, leaseMs);
  const poll = startPoll({
    everyMs,
    async look() {
      if ((await turn(() => poll.stopping)) > 0) poll.wake();
    },
    onError: (error) => log.warn({ err: error }, 'triggers could not be taken, trying again'),
  });
  return { wake: () => poll.wake(), stop: () => poll.stop() };
}

/** Works off all due triggers; for tests, which do not wait for a poll. */
export async function takeAllTriggers(services: Needs, handler: TriggerHandler, leaseMs = LEASE_MS): Promise<void> {
  const turn = turns(services, handler, leaseMs);
  while ((await turn()) > 0);
}

/** Works off the due triggers of every workspace. A workspace that fails holds up no other. */
function turns({ database, log }: Needs, handler: TriggerHandler, leaseMs: number) {
  const worker = workerName();
  /** @returns how many events were claimed */
  return async (isStopping: () => boolean = () => false): Promise<number> => {
    const waiting = await look(database.pool, clock());
    const errors: unknown[] = [];
    let all = 0;
    const serve = async (): Promise<void> => {
      for (let accountId = waiting.shift(); accountId !== undefined && !isStopping(); accountId = waiting.shift()) {
        try {
          all += await serveWorkspace({ database, log, handler, worker, leaseMs }, accountId);
        } catch (error) {
          errors.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, serve));
    if (errors.length > 0 && all === 0) throw errors[0];
    for (const error of errors) log.warn({ err: error }, 'triggers of a workspace could not be taken, trying again');
    return all;
  };
}

interface Scene extends Needs {
  handler: TriggerHandler;
  worker: string;
  leaseMs: number;
}

async function serveWorkspace(scene: Scene, accountId: string): Promise<number> {
  const { database, log, worker, leaseMs } = scene;
  const leaseEnd = (): Date => new Date(clock().getTime() + leaseMs);
  const events = await claim(database.pool, accountId, { worker, now: clock(), leaseEnd: leaseEnd() });
  const positions = events.map(({ position }) => position);
  if (events.length === 0) return 0;
  const renewing = setInterval(() => {
    renew(database.pool, accountId, { worker, positions, leaseEnd: leaseEnd() }).catch((error: unknown) =>
      log.warn({ err: error, accountId }, 'the lease of triggers could not be renewed'),
    );
  }, leaseMs / 3);
  try {
    if ((await attempt(scene, accountId, events)) !== null) await oneByOne(scene, accountId, events);
  } finally {
    clearInterval(renewing);
  }
  return events.length;
}

/** @returns the error with which the work failed and was rolled back; null when it was done */
async function attempt(
  { database, handler, worker }: Scene,
  accountId: string,
  events: readonly TakenTrigger[],
): Promise<unknown> {
  try {
    await systemDb(database, accountId).longTransaction(async (tx) => {
      await handler.act(tx, events);
      await markAsTaken(tx, worker, events);
    });
    return null;
  } catch (error) {
    return error ?? new Error('It failed without saying why.');
  }
}

/** Tries each event alone, so that a failing event holds up its own contact only. */
async function oneByOne(scene: Scene, accountId: string, events: readonly TakenTrigger[]): Promise<void> {
  const { database, log, worker } = scene;
  const heldUp = new Set<string>();
  const kept: bigint[] = [];
  for (const event of events) {
    const { position, contactId, attempts, type } = event;
    if (heldUp.has(contactId)) {
      kept.push(position);
      continue;
    }
    const error = await attempt(scene, accountId, [event]);
    if (error === null) continue;
    heldUp.add(contactId);
    if (error instanceof LostTriggersError) continue;
    const dueAt = triedAgainAt(attempts, clock());
    await putOff(database.pool, accountId, worker, { position, dueAt, error: wordsOf(error) });
    log.error(
      { err: error, accountId, type, contactId, position: String(position), attempts: attempts + 1 },
      dueAt === null
        ? 'a trigger cannot be acted on and was put aside'
        : 'a trigger cannot be acted on, trying again later',
    );
  }
  await giveBack(database.pool, accountId, worker, kept);
}
