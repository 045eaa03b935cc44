/**
 * Delivers the messages of all workspaces (docs/contract/broadcasts.md#delivery): finds channels with messages, and
 * works a few of these channels at a time, by turns. Any number of workers may run; leases keep them apart.
 */
import type { Services } from '@/server/platform/access/context';
import {
  concurrencyAt,
  openChannel,
  type ChannelDependencies,
} from '@/server/modules/messaging/broadcasts/delivery/channel';
import { ContentCache } from '@/server/modules/messaging/broadcasts/delivery/content';
import { Lane, type LaneTiming } from '@/server/modules/messaging/broadcasts/delivery/lane';
import { Lanes } from '@/server/modules/messaging/broadcasts/delivery/lanes';
import { RETRY_TIMING } from '@/server/modules/messaging/broadcasts/delivery/outcome';
import { dueChannels, type DueChannel } from '@/server/modules/messaging/broadcasts/delivery/queue';
import { readChannel } from '@/server/modules/messaging/broadcasts/delivery/channel-row';
import { now as clock } from '@/server/platform/lib/clock';

import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import type { Transport } from '@/server/platform/vendors/provider';
import type { Lookup } from '@/server/platform/vendors/lookup';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import { Sandbox } from '@/server/sandbox/provider/sandbox';
import { workerName } from '@/server/platform/engine/lease';
import { startPoll } from '@/server/platform/engine/poll';

export interface DeliveryTiming extends LaneTiming {
  /** The interval at which an idle worker looks for messages. */
  idleMs: number;
}

const TIMING: DeliveryTiming = { ...RETRY_TIMING, leaseMs: 120_000, turnMs: 5_000, idleMs: 500 };

export interface DeliveryOptions {
  services: Pick<Services, 'database' | 'settings' | 'log'>;
  /** The way out. Given, so that no setting can switch its guard off. */
  transport: Transport;
  lookup?: Lookup;
  /** For tests and measurements. */
  adapterOf?: ChannelDependencies['adapterOf'];
  rateOf?: ChannelDependencies['rateOf'];
  concurrency?: number;
  timing?: Partial<DeliveryTiming>;
  random?: () => number;
}

export interface Delivery {
  /** Waits for the hand-overs that have begun, and returns the other messages to the queue. */
  stop(): Promise<void>;
}

/**
 * Returns the dependencies of channels. For vendors in the sandbox, the sandbox answers instead, without a rate limit.
 */
function dependenciesOf({
  services: { database, settings },
  transport,
  lookup,
  adapterOf,
  rateOf,
  concurrency,
}: DeliveryOptions): ChannelDependencies {
  const sandbox = new Sandbox({ database, ...(lookup === undefined ? {} : { lookup }) });
  return {
    settings,
    adapterOf: adapterOf ?? ((provider) => ADAPTERS[provider]),
    rateOf: rateOf ?? ((entry) => (inSandbox(settings, entry.id) ? null : (entry.rate?.perSecond ?? null))),
    concurrencyAt: concurrency === undefined ? concurrencyAt : () => concurrency,
    transportFor: (handover) => (inSandbox(settings, handover.provider.id) ? sandbox.transport(handover) : transport),
  };
}

export function startDelivery(options: DeliveryOptions): Delivery {
  const { services, random = Math.random } = options;
  const { settings } = services;
  const { pool } = services.database;
  const log = services.log.child({ part: 'delivery' });
  const timing = { ...TIMING, ...options.timing };
  const worker = workerName();
  const contents = new ContentCache(pool, settings.extensions.has('merge-tags'), settings.baseUrl);
  const dependencies = dependenciesOf(options);
  const lanes = new Lanes();

  const work = async ({ accountId, channelId }: DueChannel): Promise<void> => {
    const row = await readChannel(pool, { accountId, channelId });
    if (row === undefined || poll.stopping) return;
    const channel = openChannel(dependencies, row);
    const lane = new Lane({
      pool,
      log,
      worker,
      channel,
      contents,
      timing,
      now: clock,
      random,
      othersWait: () => lanes.othersWait,
    });
    lanes.opened(channelId, lane);
    const started = performance.now();
    const { yielded, ...counts } = await lane.run();
    if (Object.values(counts).some((count) => count > 0))
      log.info(
        { channelId, provider: channel.provider, ...counts, ms: Math.round(performance.now() - started) },
        'delivered',
      );
    if (yielded) poll.wake();
  };

  const begin = (due: DueChannel): void => {
    const ended = work(due)
      .catch((error: unknown) =>
        log.warn({ err: error, channelId: due.channelId }, 'a channel could not be worked, trying again'),
      )
      .finally(() => {
        lanes.ended(due.channelId);
        if (lanes.othersWait) poll.wake();
      });
    lanes.began(due, ended);
  };

  const look = async (): Promise<void> => {
    const now = clock();
    const due = (await dueChannels(pool, now)).filter(
      ({ paceAt }) => paceAt === null || paceAt.getTime() <= now.getTime() + timing.idleMs,
    );
    for (const channel of lanes.next(due)) begin(channel);
  };

  const poll = startPoll({
    everyMs: timing.idleMs,
    look,
    onError: (error) => log.warn({ err: error }, 'the queue could not be read, trying again'),
  });
  return {
    async stop() {
      const stopped = poll.stop();
      lanes.stop();
      await stopped;
      await lanes.allEnded();
    },
  };
}
