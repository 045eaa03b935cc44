/**
 * Finds broadcasts whose time has come, every second, and acts on each in one of the workers. A few run at once, and no
 * workspace occupies all places.
 */
import type { Services } from '@/server/platform/access/context';
import { growing } from '@/server/platform/engine/backoff';
import { startPoll } from '@/server/platform/engine/poll';
import { now as clock } from '@/server/platform/lib/clock';

const EVERY_MS = 1_000;
/** The number of broadcasts at once: a large broadcast runs for seconds. */
const AT_ONCE = 4;
const AT_ONCE_OF_ONE = 2;
/** The wait after a broadcast failed for an outside reason, so that others get their turn meanwhile. */
const restMs = growing(30_000, 2, 15 * 60_000);

export interface DueBroadcast {
  accountId: string;
  id: string;
}

export interface DuePart {
  name: string;
  /** Finds what is due: $1 is the time, $2 the ids that are left out. */
  due: { name: string; text: string };
  /** @returns the result, for the log; null when another worker was first */
  act: (broadcast: DueBroadcast) => Promise<object | null>;
}

export interface DuePoll {
  /** Lets end what was begun. */
  stop(): Promise<void>;
}

export function startDue(
  { database, log: parent }: Pick<Services, 'database' | 'log'>,
  { name, due, act }: DuePart,
  everyMs = EVERY_MS,
): DuePoll {
  const log = parent.child({ part: name });
  const underWay = new Map<string, { accountId: string; done: Promise<void> }>();
  const resting = new Map<string, { until: number; failures: number }>();

  const begin = (broadcast: DueBroadcast): void => {
    const { id, accountId } = broadcast;
    const done = act(broadcast)
      .then((outcome) => {
        resting.delete(id);
        if (outcome !== null) log.info({ broadcastId: id, ...outcome }, 'done with a broadcast whose time had come');
      })
      .catch((error: unknown) => {
        const failures = (resting.get(id)?.failures ?? 0) + 1;
        resting.set(id, { failures, until: clock().getTime() + restMs(failures) });
        log.warn({ err: error, broadcastId: id, failures }, 'a broadcast whose time has come is tried again later');
      })
      .finally(() => underWay.delete(id));
    underWay.set(id, { accountId, done });
  };

  const look = async (): Promise<void> => {
    const at = clock();
    const left = [...underWay.keys(), ...[...resting].flatMap(([id, { until }]) => (until > at.getTime() ? [id] : []))];
    const { rows } = await database.pool.query<DueBroadcast>({ ...due, values: [at, left] });
    for (const broadcast of rows) {
      if (underWay.size >= AT_ONCE) return;
      const ofSame = [...underWay.values()].filter(({ accountId }) => accountId === broadcast.accountId).length;
      if (ofSame < AT_ONCE_OF_ONE) begin(broadcast);
    }
  };

  const poll = startPoll({
    everyMs,
    look,
    onError: (error) =>
      log.warn({ err: error }, 'broadcasts whose time has come could not be looked for, trying again'),
  });
  return {
    async stop() {
      await poll.stop();
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}
