/**
 * Delivers the messages of all workspaces (4 §G): finds channels that have some, and works a few of them at a time, by
 * turns. Any number of workers may do so at once; the leases keep them apart.
 */
import type { Services } from '@/server/context';
import { concurrencyAt, openChannel, type ChannelDependencies } from '@/server/delivery/channel';
import { ContentCache } from '@/server/delivery/content';
import { Lane, type LaneTiming } from '@/server/delivery/lane';
import { RETRY_TIMING } from '@/server/delivery/outcome';
import { dueChannels, readChannel, type DueChannel } from '@/server/delivery/queue';
import { now as clock } from '@/server/lib/clock';

import { ADAPTERS } from '@/server/providers/adapters';
import type { Transport } from '@/server/providers/provider';
import type { Lookup } from '@/server/providers/transport';
import { inSandbox } from '@/server/providers/sandbox-mode';
import { Sandbox } from '@/server/providers/sandbox';
import { workerName } from '@/server/worker/lease';
import { startPoll } from '@/server/worker/poll';

export interface DeliveryTiming extends LaneTiming {
  /** How often an idle worker looks for messages. */
  idleMs: number;
}

const TIMING: DeliveryTiming = { ...RETRY_TIMING, leaseMs: 120_000, turnMs: 5_000, idleMs: 500 };
const MOST_LANES = 12;

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
  /** Lets end what was handed over, and gives the rest back. */
  stop(): Promise<void>;
}

export function startDelivery({
  services,
  transport,
  lookup,
  adapterOf,
  rateOf,
  concurrency,
  timing: given,
  random = Math.random,
}: DeliveryOptions): Delivery {
  const { database, settings } = services;
  const { pool } = database;
  const log = services.log.child({ part: 'delivery' });
  const timing = { ...TIMING, ...given };
  const worker = workerName();
  const contents = new ContentCache(pool, settings.extensions.has('merge-tags'));
  const sandbox = new Sandbox({ database, ...(lookup === undefined ? {} : { lookup }) });
  const dependencies: ChannelDependencies = {
    settings,
    adapterOf: adapterOf ?? ((provider) => ADAPTERS[provider]),
    // The sandbox has no rate to keep.
    rateOf: rateOf ?? ((entry) => (inSandbox(settings, entry.id) ? null : (entry.rate?.perSecond ?? null))),
    concurrencyAt: concurrency === undefined ? concurrencyAt : () => concurrency,
    transportFor: (handover) => (inSandbox(settings, handover.provider.id) ? sandbox.transport(handover) : transport),
  };

  const lanes = new Map<string, { accountId: string; lane: Lane | undefined; ended: Promise<void> }>();
  /** When a channel was last worked, so that those that waited longest come first. */
  const served = new Map<string, number>();
  let waiting = 0;

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
      othersWait: () => waiting > 0,
    });
    const entry = lanes.get(channelId);
    if (entry !== undefined) entry.lane = lane;
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
    const { channelId } = due;
    const ended = work(due)
      .catch((error: unknown) => log.warn({ err: error, channelId }, 'a channel could not be worked, trying again'))
      .finally(() => {
        lanes.delete(channelId);
        served.set(channelId, performance.now());
        if (waiting > 0) poll.wake();
      });
    lanes.set(channelId, { accountId: due.accountId, lane: undefined, ended });
  };

  /** Workspaces with few lanes first, then channels that waited longest. */
  const inTurn = (due: DueChannel[]): DueChannel[] => {
    const busy = new Map<string, number>();
    for (const { accountId } of lanes.values()) busy.set(accountId, (busy.get(accountId) ?? 0) + 1);
    const rank = ({ accountId, channelId }: DueChannel): [number, number] => [
      busy.get(accountId) ?? 0,
      served.get(channelId) ?? 0,
    ];
    return due
      .map((channel) => ({ channel, rank: rank(channel) }))
      .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
      .map(({ channel }) => channel);
  };

  const look = async (): Promise<void> => {
    const now = clock();
    const due = (await dueChannels(pool, now)).filter(
      ({ channelId, paceAt }) =>
        !lanes.has(channelId) && (paceAt === null || paceAt.getTime() <= now.getTime() + timing.idleMs),
    );
    const next = inTurn(due).slice(0, MOST_LANES - lanes.size);
    waiting = due.length - next.length;
    for (const channel of next) begin(channel);
    // What is known of channels that have nothing any more is of no use.
    if (served.size > 10_000) served.clear();
  };

  const poll = startPoll({
    everyMs: timing.idleMs,
    look,
    onError: (error) => log.warn({ err: error }, 'the queue could not be read, trying again'),
  });
  return {
    async stop() {
      const stopped = poll.stop();
      for (const { lane } of lanes.values()) lane?.stop();
      await stopped;
      await Promise.all([...lanes.values()].map(({ ended }) => ended));
    },
  };
}
