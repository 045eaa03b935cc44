/** Brings our codes to shops (docs/contract/integrations.md#codes). Any number of workers may do so at once. */
import type { Services } from '@/server/platform/access/context';
import { workerName } from '@/server/platform/engine/lease';
import { startPoll } from '@/server/platform/engine/poll';
import { now as clock } from '@/server/platform/lib/clock';
import { pushCode } from '@/server/modules/shops/connections/worker/codes-push';
import { claimCodes } from '@/server/modules/shops/connections/worker/codes-queue';
import type { ShopDispatcher } from '@/server/modules/shops/connections/worker/dispatcher';
import { LEASE_MS } from '@/server/modules/shops/connections/worker/queue';

const EVERY_MS = 1_000;
/** Shops that are notified of a code at the same time: what is waited for is mostly the shop. */
const AT_ONCE = 4;

interface CodeTiming {
  everyMs: number;
  /** The duration of a claim, in milliseconds, unless it is moved on. */
  leaseMs: number;
}

export function startCodes(
  services: Pick<Services, 'database' | 'settings' | 'transport' | 'log'>,
  { everyMs = EVERY_MS, leaseMs = LEASE_MS }: Partial<CodeTiming> = {},
): ShopDispatcher {
  const log = services.log.child({ part: 'codes' });
  const worker = workerName();
  const running = new Map<string, Promise<void>>();

  const look = async (): Promise<void> => {
    const limit = AT_ONCE - running.size;
    if (limit <= 0 || poll.stopping) return;
    const busy = [...running.keys()];
    for (const claimed of await claimCodes(services.database.pool, { worker, now: clock(), leaseMs, busy, limit })) {
      const { integrationId, discountCodeId } = claimed;
      const ended = pushCode({ ...services, log }, worker, claimed, { leaseMs })
        .catch((error: unknown) =>
          log.warn({ err: error, integrationId, discountCodeId }, 'a code is tried again when its lease lapses'),
        )
        .finally(() => {
          running.delete(integrationId);
          poll.wake();
        });
      running.set(integrationId, ended);
    }
  };

  const poll = startPoll({
    everyMs,
    look,
    onError: (error) => log.warn({ err: error }, 'codes could not be looked for, trying again'),
  });
  return {
    wake: () => poll.wake(),
    async stop() {
      await poll.stop();
      await Promise.all(running.values());
    },
  };
}
