/**
 * Holds a lane's broadcasts to their messages an hour (server/modules/messaging/broadcasts/delivery/broadcast-pace.ts):
 * the lane asks just before the hand-over. Messages that are not granted wait here for a moment. If the wait is longer,
 * they go back into the queue, so that they are neither held nor claimed again and again.
 */
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { grant, putOff, type PacedBroadcast } from '@/server/modules/messaging/broadcasts/delivery/broadcast-pace';
import { paceMs } from '@/server/modules/messaging/broadcasts/vocabulary';
import type { Claimed } from '@/server/modules/messaging/broadcasts/delivery/queue';

/** Longer than messages are late when nothing is wrong. */
const MOMENT_MS = 5_000;
const AGAIN_MS = 1_000;

export interface Paced extends Pick<Claimed, 'id' | 'campaignId' | 'perHour' | 'status'> {
  refusal: string | null;
}

export interface RatesOptions<Message> {
  pool: Pool;
  log: Logger;
  accountId: string;
  now: () => Date;
  /**
   * Returns the messages of a broadcast that the lane has claimed and not asked for yet, and removes them from the
   * lane.
   */
  withdraw: (broadcastId: string) => Message[];
  /** Called with messages that are in the queue again. */
  onPutOff: (messages: readonly Message[]) => void;
}

/** A message that will not go anyway takes no place in the rate. */
const asks = ({ campaignId, perHour, refusal }: Paced): boolean =>
  campaignId !== null && perHour !== null && refusal === null;

export class BroadcastRates<Message extends Paced> {
  /** The messages that wait here, the earliest first. */
  private later: { at: number; message: Message }[] = [];
  private work: Promise<void> | undefined;

  constructor(private readonly options: RatesOptions<Message>) {}

  /** True while messages return to the queue: until then the lane would claim more messages of the same broadcast. */
  get isPuttingOff(): boolean {
    return this.work !== undefined;
  }

  /** The time at which the first of the waiting messages may ask again; null: none waits. */
  get nextAt(): number | null {
    return this.later[0]?.at ?? null;
  }

  /** Returns the messages that may ask again. */
  due(time: number): Message[] {
    const count = this.later.findIndex(({ at }) => at > time);
    return this.later.splice(0, count === -1 ? this.later.length : count).map(({ message }) => message);
  }

  /** All that wait here, for a lane that ends. */
  drain(): Message[] {
    return this.due(Infinity);
  }

  async settled(): Promise<void> {
    while (this.work !== undefined) await this.work;
  }

  /** @returns the messages that may leave now */
  async admit(batch: readonly Message[]): Promise<Message[]> {
    if (!batch.some(asks)) return [...batch];
    const refused = new Set<Message>();
    const asking = batch.filter(asks);
    for (const broadcastId of new Set(asking.map(({ campaignId }) => campaignId ?? ''))) {
      const { pool, accountId, now } = this.options;
      const messages = asking.filter(({ campaignId }) => campaignId === broadcastId);
      const broadcast = { accountId, broadcastId, perHour: messages[0]?.perHour ?? 0 };
      const { count, nextAt } = await grant(pool, broadcast, now(), messages.length);
      const left = messages.slice(count);
      for (const message of left) refused.add(message);
      if (left.length > 0) this.wait(broadcast, left, nextAt);
    }
    return batch.filter((message) => !refused.has(message));
  }

  private wait(broadcast: PacedBroadcast, messages: Message[], nextAt: number): void {
    const step = paceMs(broadcast.perHour);
    const last = nextAt + (messages.length - 1) * step;
    const isMoment = last <= this.options.now().getTime() + MOMENT_MS;
    // A hand-over that a worker's end cut short is not in the queue.
    const here = isMoment ? messages : messages.filter(({ status }) => status === 'sending');
    this.later.push(...here.map((message, index) => ({ at: nextAt + index * step, message })));
    this.later.sort((a, b) => a.at - b.at);
    if (isMoment) return;
    const all = [...messages, ...this.options.withdraw(broadcast.broadcastId)];
    this.beginPutOff(
      broadcast,
      all.filter(({ status }) => status === 'queued'),
    );
  }

  private beginPutOff(broadcast: PacedBroadcast, messages: Message[]): void {
    const before = this.work ?? Promise.resolve();
    const work = before
      .then(() => this.putOff(broadcast, messages))
      .finally(() => {
        if (this.work === work) this.work = undefined;
      });
    this.work = work;
  }

  private async putOff(broadcast: PacedBroadcast, messages: Message[]): Promise<void> {
    const { pool, log, now, onPutOff } = this.options;
    try {
      const moved = await putOff(
        pool,
        broadcast,
        now,
        messages.map(({ id }) => id),
      );
      log.info({ broadcastId: broadcast.broadcastId, moved }, 'messages wait for the rate of their broadcast');
      onPutOff(messages);
    } catch (error) {
      log.warn({ err: error, broadcastId: broadcast.broadcastId }, 'messages could not be put off, trying again');
      const at = now().getTime() + AGAIN_MS;
      this.later.push(...messages.map((message) => ({ at, message })));
    }
  }
}
