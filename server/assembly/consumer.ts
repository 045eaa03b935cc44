/** The loop of a consumer: finds workspaces with waiting changes, and works off one batch of each by turns. */
import type { Services } from '@/server/platform/access/context';
import { consume, type Consumer } from '@/server/assembly/consume';
import { look, MOST_AT_ONCE } from '@/server/platform/outbox/outbox';
import { TABLES } from '@/server/modules';
import { rowReader, type ReadRow } from '@/server/platform/outbox/rows';
import { now as clock } from '@/server/platform/lib/clock';
import { startPoll } from '@/server/platform/engine/poll';

const EVERY_MS = 100;
/** Below a look's own time, so that changes come in batches. */
const REST_MS = 5;
/** Workspaces at once; each has a connection. */
const AT_ONCE = 3;

type Needs = Pick<Services, 'database' | 'log'>;

export interface RunningConsumer {
  /** Stops after the running batch has ended. */
  stop(): Promise<void>;
}

/** @param options.onActed called when the consumer may have written something new */
export function startConsumer(
  services: Needs,
  consumer: Consumer,
  { everyMs = EVERY_MS, onActed = () => undefined }: { everyMs?: number; onActed?: () => void } = {},
): RunningConsumer {
  const log = services.log.child({ part: 'events', consumer: consumer.name });
  const turn = turns({ ...services, log }, consumer);
  const poll = startPoll({
    everyMs,
    restMs: REST_MS,
    async look() {
      const { taken, isMore } = await turn(() => poll.stopping);
      if (taken > 0) onActed();
      if (isMore) poll.wake();
    },
    onError: (error) => log.warn({ err: error }, 'changes could not be taken, trying again'),
  });
  return { stop: () => poll.stop() };
}

/** Works off all changes that are due; for tests, which do not wait for a poll. */
export async function consumeAll(services: Needs, consumer: Consumer): Promise<void> {
  const turn = turns(services, consumer);
  while ((await turn()).taken > 0);
}

interface Turn {
  /** The number of changes that were done, put off or put aside. */
  taken: number;
  isMore: boolean;
}

/** Works off one batch of every workspace with waiting changes. A workspace whose batch fails holds up no other. */
function turns({ database: { pool }, log }: Needs, consumer: Consumer) {
  let reader: Promise<ReadRow> | undefined;
  return async (isStopping: () => boolean = () => false): Promise<Turn> => {
    const read = await (reader ??= rowReader(
      pool,
      TABLES.map(({ table }) => table),
    ));
    const waiting = await look(pool, consumer.name, clock());
    const all: Turn = { taken: 0, isMore: false };
    const errors: unknown[] = [];
    const serve = async (): Promise<void> => {
      for (let accountId = waiting.shift(); accountId !== undefined && !isStopping(); accountId = waiting.shift()) {
        const taken = await consume(pool, { consumer, read, log }, accountId).catch((error: unknown) => {
          errors.push(error);
          return 0;
        });
        all.taken += taken;
        all.isMore ||= taken >= MOST_AT_ONCE;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, serve));
    if (errors.length > 0 && all.taken === 0) throw errors[0];
    for (const error of errors) log.warn({ err: error }, 'changes of a workspace could not be taken, trying again');
    return all;
  };
}
