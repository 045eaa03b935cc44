/**
 * Works off the runs of integrations (docs/contract/integrations.md#runs). Any number of workers may run; their leases
 * keep them apart.
 */
import type { Services } from '@/server/platform/access/context';
import { workerName } from '@/server/platform/engine/lease';
import { startPoll } from '@/server/platform/engine/poll';
import { now as clock } from '@/server/platform/lib/clock';
import { claim, LEASE_MS } from '@/server/modules/shops/connections/worker/queue';
import { workOff } from '@/server/modules/shops/connections/worker/run';

const EVERY_MS = 1_000;
/** Below the life of any token that a run begins with. */
const SLICE_MS = 30_000;
/** The number of parallel runs; mostly each waits for its shop. */
const AT_ONCE = 4;

export interface ShopDispatcher {
  /** Makes the dispatcher look at once, because there is new work. */
  wake(): void;
  /** Lets running pages end, and gives all other runs back. */
  stop(): Promise<void>;
}

export interface ShopTiming {
  everyMs: number;
  /** The milliseconds that a run may take before other waiting runs have a turn. */
  sliceMs: number;
  /** The duration of a claim, in milliseconds. */
  leaseMs: number;
}

export function startShops(
  services: Pick<Services, 'database' | 'settings' | 'transport' | 'log'>,
  { everyMs = EVERY_MS, sliceMs = SLICE_MS, leaseMs = LEASE_MS }: Partial<ShopTiming> = {},
): ShopDispatcher {
  const log = services.log.child({ part: 'shops' });
  const worker = workerName();
  const running = new Map<string, Promise<void>>();

  const look = async (): Promise<void> => {
    const limit = AT_ONCE - running.size;
    if (limit <= 0 || poll.stopping) return;
    const busy = [...running.keys()];
    for (const run of await claim(services.database.pool, { worker, now: clock(), leaseMs, busy, limit })) {
      const ended = workOff({ ...services, log }, worker, run, { sliceMs, leaseMs, isStopping: () => poll.stopping })
        .catch((error: unknown) =>
          log.warn({ err: error, runId: run.id }, 'a run was interrupted; it goes on when its lease lapses'),
        )
        .finally(() => {
          running.delete(run.integrationId);
          poll.wake();
        });
      running.set(run.integrationId, ended);
    }
  };

  const poll = startPoll({
    everyMs,
    look,
    onError: (error) => log.warn({ err: error }, 'runs could not be looked for, trying again'),
  });
  return {
    wake: () => poll.wake(),
    async stop() {
      await poll.stop();
      await Promise.all(running.values());
    },
  };
}
