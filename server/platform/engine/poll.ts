/**
 * The loop of every part of the worker: look for due work, wait, look again; at once when something wakes it. An error
 * is reported and the loop goes on, because the database may be away.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  /** Milliseconds between two looks when nothing wakes the loop. */
  everyMs: number;
  /** Milliseconds between looks even when the loop is woken, so that work comes in batches. */
  restMs?: number;
  look: () => Promise<void>;
  onError: (error: unknown) => void;
}

export interface Poll {
  /** The next look comes at once. */
  wake(): void;
  /** Begins no further look; resolves when the last one has ended. */
  stop(): Promise<void>;
  readonly stopping: boolean;
}

export function startPoll({ everyMs, restMs = 0, look, onError }: PollOptions): Poll {
  let stopping = false;
  let wakeUp: () => void = () => undefined;

  const loop = async (): Promise<void> => {
    while (!stopping) {
      // Made before the look, so that what wakes it meanwhile counts.
      const woken = new Promise<void>((resolve) => (wakeUp = resolve));
      await look().catch(onError);
      await Promise.race([sleep(everyMs), woken]);
      if (restMs > 0) await sleep(restMs);
    }
  };

  const wake = (): void => wakeUp();
  // Begins in the next turn: `look` may speak of the poll that is returned here.
  const running = Promise.resolve().then(loop);
  return {
    wake,
    async stop() {
      stopping = true;
      wake();
      await running;
    },
    get stopping() {
      return stopping;
    },
  };
}
