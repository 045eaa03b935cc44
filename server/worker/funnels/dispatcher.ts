/**
 * Leads people through the funnels of all workspaces, by turns. Any number of workers may do so at once; the locks of their
 * batches keep them apart.
 */
import type { Services } from '@/server/context';
import { startPoll } from '@/server/engine/poll';
import { now as clock } from '@/server/lib/clock';
import { leadDue } from '@/server/worker/funnels/lead';
import { look } from '@/server/worker/funnels/queue';

const EVERY_MS = 1_000;
/** Workspaces at once. */
const AT_ONCE = 2;

export interface FunnelDispatcher {
  /** There is somebody new: it looks at once. */
  wake(): void;
  /** Lets end what was begun. */
  stop(): Promise<void>;
}

type Needs = Pick<Services, 'database' | 'log'>;

export function startFunnels(services: Needs, { everyMs = EVERY_MS } = {}): FunnelDispatcher {
  const log = services.log.child({ part: 'funnels' });
  const poll = startPoll({
    everyMs,
    async look() {
      if ((await leadTurn({ ...services, log }, () => poll.stopping)) > 0) poll.wake();
    },
    onError: (error) => log.warn({ err: error }, 'funnels could not be looked at, trying again'),
  });
  return { wake: () => poll.wake(), stop: () => poll.stop() };
}

/** Leads on all who are due; for tests, which do not wait for a poll. */
export async function leadAll(services: Needs): Promise<void> {
  while ((await leadTurn(services)) > 0);
}

/** One batch of every workspace in which somebody is due. One that fails holds up no other. @returns how many moved */
async function leadTurn(services: Needs, isStopping: () => boolean = () => false): Promise<number> {
  const waiting = await look(services.database.pool, clock());
  const errors: unknown[] = [];
  let led = 0;
  const serve = async (): Promise<void> => {
    for (let due = waiting.shift(); due !== undefined && !isStopping(); due = waiting.shift()) {
      try {
        led += await leadDue(services, due);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
  if (errors.length > 0 && led === 0) throw errors[0];
  for (const error of errors)
    services.log.warn({ err: error }, 'funnels of a workspace could not be led on, trying again');
  return led;
}
