/**
 * Sends webhook deliveries when they are due (docs/contract/webhooks.md#delivery). Any number of workers may run;
 * leases keep them apart. If a worker dies, its deliveries are sent again when their leases end: at least once, never
 * lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '@/server/platform/access/context';
import { now as clock, realNow } from '@/server/platform/lib/clock';
import { switchOffGone } from '@/server/modules/account/webhooks/delivery/switch-off-endpoint';
import { Lane, type Held } from '@/server/modules/account/webhooks/delivery/lane';
import {
  outcomeOf,
  outcomeOfError,
  settledBy,
  type Outcome,
  type Settled,
} from '@/server/modules/account/webhooks/delivery/outcome';
import { claim, look, release, settle, type EndpointRow } from '@/server/modules/account/webhooks/delivery/queue';
import { signedHeaders, type SigningKeys } from '@/server/modules/account/webhooks/delivery/signing';
import { shareOut } from '@/server/modules/account/webhooks/delivery/shares';
import {
  createMerchantClient,
  TIMEOUT_MS,
  type MerchantClient,
} from '@/server/modules/account/webhooks/delivery/merchant-client';
import { workerName } from '@/server/platform/engine/lease';
import { startPoll, type Poll } from '@/server/platform/engine/poll';
import { Settler } from '@/server/platform/engine/settle';

/** Below a look's own time, so that deliveries come in batches. */
const REST_MS = 5;
/** The time that an endpoint's behaviour is remembered after its last delivery. */
const REMEMBERED_MS = 10 * 60_000;
/** The time between an attempt's time-out and the end of its lease, for storing the result. */
const MARGIN_MS = 3_000;

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Laris-Webhooks/1.0' };
const UNREADABLE: Outcome = {
  kind: 'again',
  responseCode: null,
  responseBody: null,
  error:
    'The stored secret cannot be read, because the APP_SECRET of this server has changed. Rotate the endpoint’s secret.',
  askedMs: null,
};

export interface WebhookTiming {
  /** The time between looks of an idle worker. */
  idleMs: number;
  /** The time that a claim holds. */
  leaseMs: number;
  /** The time that an attempt may take. */
  timeoutMs: number;
  /** The time that stopping waits for attempts under way; their leases lapse. Below the process's own patience. */
  stopMs: number;
}
const TIMING: WebhookTiming = { idleMs: 200, leaseMs: 30_000, timeoutMs: TIMEOUT_MS, stopMs: 6_000 };

const NOTHING = { shares: [], cutShort: false };

export interface WebhookOptions {
  client?: MerchantClient;
  timing?: Partial<WebhookTiming>;
  random?: () => number;
}

export interface WebhookDispatcher {
  /** Looks for due deliveries at once, because there is something new. */
  wake(): void;
  /** Waits a while for attempts that have begun, and returns the other deliveries to the queue. */
  stop(): Promise<void>;
}

type Needed = Pick<Services, 'database' | 'settings' | 'log'>;

export const startWebhooks = (services: Needed, options: WebhookOptions = {}): WebhookDispatcher =>
  new Dispatcher(services, options);

class Dispatcher implements WebhookDispatcher {
  private readonly worker = workerName();
  private readonly timing: WebhookTiming;
  private readonly client: MerchantClient;
  private readonly random: () => number;
  private readonly log: Needed['log'];
  private readonly settler: Settler<Settled>;
  private readonly poll: Poll;
  private readonly lanes = new Map<string, Lane>();
  private readonly attempts = new Set<Promise<void>>();
  /** True after closing; an attempt that ends later was aborted, and its result does not count. */
  private closed = false;
  /** There was not room for all that is due. */
  private cutShort = false;

  constructor(
    private readonly services: Needed,
    { client, timing, random = Math.random }: WebhookOptions,
  ) {
    this.timing = { ...TIMING, ...timing };
    this.client = client ?? createMerchantClient({ timeoutMs: this.timing.timeoutMs });
    this.random = random;
    this.log = services.log.child({ part: 'webhooks' });
    this.settler = new Settler<Settled>({
      write: (settled) => settle(this.pool, { worker: this.worker, now: clock() }, settled),
      onError: (error) => this.log.warn({ err: error }, 'outcomes could not be written, trying again'),
      lessened: (settled) =>
        settled.responseBody === null && settled.error === null
          ? null
          : { ...settled, responseBody: null, error: null },
    });
    this.poll = startPoll({
      everyMs: this.timing.idleMs,
      restMs: REST_MS,
      look: () => this.look(),
      onError: (error) => this.log.warn({ err: error }, 'deliveries could not be taken, trying again'),
    });
  }

  wake(): void {
    this.poll.wake();
  }

  async stop(): Promise<void> {
    await this.poll.stop();
    await this.giveBack([...this.lanes.values()].flatMap((lane) => lane.waiting.splice(0)));
    await Promise.race([Promise.all(this.attempts), sleep(this.timing.stopMs, undefined, { ref: false })]);
    this.closed = true;
    await this.client.close();
    await this.settler.drained();
  }

  private get pool() {
    return this.services.database.pool;
  }

  /**
   * Looks at every endpoint that has something due, or of which we have something, and takes what there is room for.
   */
  private async look(): Promise<void> {
    const now = clock();
    const held = [...this.lanes.values()].filter(({ waiting }) => waiting.length > 0);
    const rows = await look(this.pool, now, held);
    const active = new Map(rows.flatMap((row) => (row.active ? [[row.endpointId, row]] : [])));
    for (const lane of held) if (!active.has(lane.endpointId)) void this.giveBack(lane.waiting.splice(0));
    for (const row of active.values()) this.laneOf(row).see(row);

    const due = [...active.values()].flatMap((row) => (row.due ? [this.laneOf(row)] : []));
    await this.take(due, now);
    for (const lane of this.lanes.values()) {
      this.pump(lane);
      if (lane.held > 0) continue;
      lane.forget();
      if (!lane.paused && performance.now() - lane.servedAt > REMEMBERED_MS) this.lanes.delete(lane.endpointId);
    }
  }

  /** Claims what there is room for of what is due. */
  private async take(due: readonly Lane[], now: Date): Promise<void> {
    const { leaseMs, timeoutMs } = this.timing;
    const { shares, cutShort } = this.poll.stopping ? NOTHING : shareOut([...this.lanes.values()], due);
    this.cutShort = cutShort;
    const taken =
      shares.length === 0
        ? []
        : await claim(
            this.pool,
            { worker: this.worker, now, leaseEnd: new Date(now.getTime() + leaseMs) },
            shares.map(({ lane: { accountId, endpointId }, quota }) => ({ accountId, endpointId, quota })),
          );
    const beginBy = performance.now() + leaseMs - timeoutMs - Math.min(MARGIN_MS, leaseMs / 10);
    for (const { lane, quota } of shares) lane.expect(quota);
    for (const delivery of taken) this.lanes.get(delivery.endpointId)?.take({ ...delivery, beginBy });
  }

  private laneOf({ accountId, endpointId }: EndpointRow): Lane {
    const lane = this.lanes.get(endpointId) ?? new Lane(accountId, endpointId, this.services.settings.appSecrets);
    this.lanes.set(endpointId, lane);
    return lane;
  }

  /** Begins what the lane may have under way. */
  private pump(lane: Lane): void {
    void this.giveBack(lane.tooLate());
    for (let next = this.nextOf(lane); next !== null; next = this.nextOf(lane)) {
      lane.underWay++;
      const ended = this.attempt(lane, next.delivery, next.url, next.keys)
        .catch((error: unknown) =>
          this.log.warn(
            { err: error, endpointId: lane.endpointId },
            'an attempt could not be written down; it is made again when its lease lapses',
          ),
        )
        .finally(() => {
          lane.underWay--;
          this.attempts.delete(ended);
          this.pump(lane);
          if (this.cutShort || lane.runsLow) this.poll.wake();
        });
      this.attempts.add(ended);
    }
  }

  private nextOf(lane: Lane): ReturnType<Lane['next']> {
    return this.poll.stopping ? null : lane.next();
  }

  private async attempt(lane: Lane, delivery: Held, url: string, keys: readonly SigningKeys[] | null): Promise<void> {
    const attemptedAt = clock();
    const began = performance.now();
    const { id, eventId, body } = delivery;
    const outcome =
      keys === null
        ? UNREADABLE
        : await this.client
            .post(url, { ...HEADERS, ...signedHeaders(keys, { eventId, body, at: realNow() }) }, body)
            .then(outcomeOf, outcomeOfError);
    if (this.closed) return;
    lane.learn(outcome, performance.now() - began);
    // What was taken ahead waits where others can see it.
    if (lane.slow || lane.paused || outcome.kind === 'gone') void this.giveBack(lane.waiting.splice(0));
    const now = clock();
    if (outcome.kind === 'gone') {
      const endpoint = { accountId: lane.accountId, endpointId: lane.endpointId, url };
      if (await switchOffGone(this.services.database, endpoint, now))
        this.log.info({ endpointId: lane.endpointId, deliveryId: id }, 'an endpoint is gone and was switched off');
    }
    this.settler.add(
      settledBy(outcome, { ...delivery, wasAsked: keys !== null }, { attemptedAt, now, random: this.random }),
    );
  }

  private async giveBack(deliveries: readonly Held[]): Promise<void> {
    if (deliveries.length === 0) return;
    await release(this.pool, { worker: this.worker, at: clock() }, deliveries).catch((error: unknown) =>
      this.log.warn({ err: error }, 'deliveries could not be given back; their leases lapse'),
    );
  }
}
