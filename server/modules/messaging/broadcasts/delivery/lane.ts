/**
 * Sends the messages of one channel: claims messages under a lease, waits for their turn, commits `sending`, and begins
 * their hand-over (server/modules/messaging/broadcasts/delivery/hand-overs.ts). A lane lives as long as the channel has
 * messages that may go.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ContentCache } from '@/server/modules/messaging/broadcasts/delivery/content';
import type { ReadyContent } from '@/server/modules/messaging/broadcasts/render-content';
import type { OpenChannel } from '@/server/modules/messaging/broadcasts/delivery/channel';
import { HandOvers, type HandOverCounts } from '@/server/modules/messaging/broadcasts/delivery/hand-overs';
import type { RetryTiming } from '@/server/modules/messaging/broadcasts/delivery/outcome';
import { BroadcastRates } from '@/server/modules/messaging/broadcasts/delivery/broadcast-rates';
import { reserve } from '@/server/modules/messaging/broadcasts/delivery/pace';
import {
  claim,
  mark,
  release,
  renew,
  type Claimed,
  type Marked,
} from '@/server/modules/messaging/broadcasts/delivery/queue';
import type { TagSet } from '@/server/platform/email/merge-tags';
import { URGENT } from '@/server/platform/outbox/urgent';

export interface LaneTiming extends RetryTiming {
  /** The duration of a lease on claimed messages, in milliseconds. */
  leaseMs: number;
  /** After this long a lane makes room for channels that wait. */
  turnMs: number;
}

export interface LaneOptions {
  pool: Pool;
  log: Logger;
  worker: string;
  channel: OpenChannel;
  contents: ContentCache;
  timing: LaneTiming;
  now: () => Date;
  random: () => number;
  /** True when another channel waits for a lane. */
  othersWait: () => boolean;
}

/** The most messages in one claim: as many as leave in a few seconds. */
const LARGEST_CLAIM = 500;
const CLAIM_SECONDS = 5;
/** The interval at which a lane that has messages left looks for answers of the inbox. */
const URGENT_EVERY_MS = 500;
const PAUSE_MS = 250;

/** The merge tags of a message. An answer of the inbox has none: its tags were filled in when it was written. */
const tagsOf = ({ conversationId, funnelId }: Claimed): TagSet | null =>
  conversationId !== null ? null : funnelId === null ? 'broadcasts' : 'funnels';

const NO_CONTENT: ReadyContent = { missing: ['everything'], isTracked: false, render: () => ({}) };

/** A message that waits here for its hand-over. */
interface Waiting extends Claimed {
  content: ReadyContent;
  address: string;
  /** Why the message cannot go, as far as is known without asking the database again; null: it can. */
  refusal: string | null;
  /** Epoch milliseconds: not before the channel's pace allows it. */
  goAt: number;
  leaseEnd: number;
}

export interface LaneReport extends HandOverCounts {
  skipped: number;
  /** True when the lane made room for others, or was stopped: there may be more. */
  yielded: boolean;
}

/**
 * Claims messages, renews their leases, and hands each over when the channel's pace and the broadcast's rate allow it.
 */
export class Lane {
  private waiting: Waiting[] = [];
  /** Claimed messages that are being prepared. */
  private taken: readonly Claimed[] = [];
  /** All messages that this lane holds: waiting, being marked or handed over, or not yet stored. */
  private readonly held = new Map<string, Waiting>();
  private readonly handOvers: HandOvers;
  private readonly rates: BroadcastRates<Waiting>;
  private skipped = 0;
  private yielded = false;
  private refilling: Promise<void> | undefined;
  private failure: Error | undefined;
  private isEmpty = false;
  private stopping = false;
  /** The time at which answers of the inbox were last looked for. */
  private lookedAt = 0;
  private wakeUp: () => void = () => undefined;

  constructor(private readonly options: LaneOptions) {
    const { channel } = options;
    this.rates = new BroadcastRates<Waiting>({
      ...options,
      accountId: channel.accountId,
      withdraw: (broadcastId) => this.withdraw(broadcastId),
      onPutOff: (messages) => {
        for (const { id } of messages) this.held.delete(id);
      },
    });
    this.handOvers = new HandOvers({
      ...options,
      onEnded: () => this.wakeUp(),
      onWritten: (ids) => {
        for (const id of ids) this.held.delete(id);
        this.wakeUp();
      },
    });
  }

  /**
   * Works until no message of the channel may go, or the lane is stopped or has to yield. Rejects when messages cannot
   * be claimed.
   */
  async run(): Promise<LaneReport> {
    const renewal = setInterval(() => void this.renewLeases(), this.options.timing.leaseMs / 3);
    try {
      await this.pump();
    } finally {
      await this.giveBack();
      while (this.handOvers.underWay > 0) await this.woken(PAUSE_MS);
      await this.handOvers.written();
      clearInterval(renewal);
    }
    return { ...this.handOvers.counts, skipped: this.skipped, yielded: this.yielded };
  }

  /** Lets what is under way end, and gives the rest back to the queue. */
  stop(): void {
    this.stopping = true;
    this.wakeUp();
  }

  private async pump(): Promise<void> {
    const { timing, now, othersWait } = this.options;
    const turnEnd = now().getTime() + timing.turnMs;
    for (;;) {
      const time = now().getTime();
      this.yielded ||= this.stopping || (time > turnEnd && othersWait());
      if (this.failure !== undefined) throw this.failure;
      if (this.stopping || time < this.handOvers.heldUntil) return;
      this.waiting.unshift(...this.rates.due(time));
      // While some wait here for their broadcast's rate, others of the channel come to be due.
      if (this.rates.nextAt !== null && time - this.lookedAt >= URGENT_EVERY_MS) this.isEmpty = false;
      if (!this.isEmpty && !this.yielded && this.waiting.length < this.claimSize() / 2 && this.isSoon(time))
        this.beginRefill(now());
      // Answers do not wait until what was taken is gone.
      if (this.waiting.length > 0 && !this.yielded && time - this.lookedAt >= URGENT_EVERY_MS) this.beginRefill(URGENT);
      if (this.waiting.length === 0) {
        if (this.refilling !== undefined) await this.refilling;
        else if (this.rates.isPuttingOff) await this.rates.settled();
        else if (this.rates.nextAt === null || this.yielded) return;
        else await this.woken(Math.max(1, Math.min(URGENT_EVERY_MS, this.rates.nextAt - time)));
        continue;
      }
      const { room } = this.handOvers;
      const ready = this.readyCount(time, room);
      if (ready > 0) await this.handOverNext(ready);
      else await this.woken(room > 0 ? Math.max(1, (this.waiting[0]?.goAt ?? time) - time) : PAUSE_MS);
    }
  }

  private claimSize(): number {
    const { perSecond } = this.options.channel;
    return perSecond === null
      ? LARGEST_CLAIM
      : Math.max(1, Math.min(LARGEST_CLAIM, Math.floor(perSecond * CLAIM_SECONDS)));
  }

  /** True when messages claimed now go soon: a slow channel does not reserve times far ahead. */
  private isSoon(time: number): boolean {
    return (this.waiting.at(-1)?.goAt ?? 0) <= time + CLAIM_SECONDS * 1000;
  }

  private readyCount(time: number, room: number): number {
    let ready = 0;
    while (ready < room && ready < this.waiting.length && (this.waiting[ready]?.goAt ?? Infinity) <= time) ready++;
    return ready;
  }

  /** @param until claims the messages that may be handed over by this time */
  private beginRefill(until: Date): void {
    if (this.rates.isPuttingOff) return;
    this.refilling ??= this.refill(until)
      .catch((error: unknown) => void (this.failure = error instanceof Error ? error : new Error(String(error))))
      .finally(() => (this.refilling = undefined));
  }

  private async refill(until: Date): Promise<void> {
    const { pool, channel, worker, timing, now } = this.options;
    const at = now();
    this.lookedAt = at.getTime();
    const leaseEnd = new Date(at.getTime() + timing.leaseMs);
    const limit = this.claimSize();
    const claimed = await claim(pool, { channelId: channel.id, worker, now: until, leaseEnd, limit });
    if (until !== URGENT) this.isEmpty = claimed.length < limit;
    // While the database was away, leases lapsed that could not be renewed: what we still hold is held on.
    for (const { id } of claimed) this.extend(this.held.get(id), leaseEnd.getTime());
    const taken = claimed.filter(({ id }) => !this.held.has(id));
    this.taken = [
      ...taken.filter(({ status }) => status === 'queued'),
      ...this.handOvers.takeUpAgain(taken.filter(({ status }) => status === 'sending')),
    ];
    const ready = await this.madeReady(this.taken, at, leaseEnd);
    for (const message of ready) this.held.set(message.id, message);
    this.queue(ready);
    this.taken = [];
    this.wakeUp();
  }

  /** Answers of the inbox take the earliest times of all that wait here; the others move back. */
  private queue(ready: readonly Waiting[]): void {
    const isAnswer = ({ conversationId }: Waiting): boolean => conversationId !== null;
    const all = [...this.waiting, ...ready];
    if (!ready.some(isAnswer)) {
      this.waiting = all;
      return;
    }
    const times = all.map(({ goAt }) => goAt).sort((a, b) => a - b);
    const inOrder = [...all.filter(isAnswer), ...all.filter((message) => !isAnswer(message))];
    this.waiting = inOrder.map((message, index) => Object.assign(message, { goAt: times[index] ?? message.goAt }));
  }

  /** Adds content, address and the time at which a message may go. */
  private async madeReady(messages: readonly Claimed[], at: Date, leaseEnd: Date): Promise<Waiting[]> {
    if (messages.length === 0) return [];
    const { pool, channel, contents } = this.options;
    const ready = await contents.get(
      channel.accountId,
      channel.family,
      new Map(messages.map((message) => [message.contentId, tagsOf(message)])),
    );
    const start =
      channel.perSecond === null
        ? 0
        : await reserve(
            pool,
            { accountId: channel.accountId, channelId: channel.id },
            at,
            messages.length,
            channel.perSecond,
          );
    const step = channel.perSecond === null ? 0 : 1000 / channel.perSecond;
    return messages.map((message, index) => {
      const content = ready.get(message.contentId) ?? NO_CONTENT;
      const { address, refusal } = channel.addressOf(message);
      const lacks = content.missing.length > 0 ? `The content has no ${content.missing.join(' and no ')}.` : null;
      return {
        ...message,
        content,
        address,
        refusal: channel.refusal ?? refusal ?? lacks,
        goAt: start + index * step,
        leaseEnd: leaseEnd.getTime(),
      };
    });
  }

  /** Commits `sending` for the first messages, then hands them over. */
  private async handOverNext(count: number): Promise<void> {
    const batch = await this.admitted(this.waiting.splice(0, count));
    if (batch.length === 0) return;
    const { marked, leaseEnd } = await this.markUntilDone(batch);
    const time = this.options.now().getTime();
    for (const message of batch) {
      const row = marked.get(message.id);
      this.extend(message, leaseEnd);
      if (row?.status === 'sending' && time < message.leaseEnd) {
        this.handOvers.begin(message, row);
        continue;
      }
      // Skipped; or somebody else's by now; or the lease lapsed while the answer was on its way, and whoever takes it
      // next sees that it is in doubt.
      this.held.delete(message.id);
      if (row?.status === 'skipped') this.skipped++;
    }
  }

  /** Returns the messages of a batch that their broadcasts' rates let go now. */
  private async admitted(batch: Waiting[]): Promise<Waiting[]> {
    try {
      return await this.rates.admit(batch);
    } catch (error) {
      this.waiting.unshift(...batch);
      throw error;
    }
  }

  private withdraw(broadcastId: string): Waiting[] {
    const isOf = ({ campaignId, status }: Waiting): boolean => campaignId === broadcastId && status === 'queued';
    const of = this.waiting.filter(isOf);
    this.waiting = this.waiting.filter((message) => !isOf(message));
    return of;
  }

  private extend(message: Waiting | undefined, leaseEnd: number): void {
    if (message !== undefined) message.leaseEnd = Math.max(message.leaseEnd, leaseEnd);
  }

  /**
   * Tries until the database has answered: a lost answer may have been a success, and no message goes without an
   * answer.
   */
  private async markUntilDone(batch: readonly Waiting[]): Promise<{ marked: Map<string, Marked>; leaseEnd: number }> {
    const { pool, channel, worker, now, timing, log } = this.options;
    for (;;) {
      try {
        const at = now();
        // A hand-over that begins now has at least this long.
        const leaseEnd = new Date(at.getTime() + timing.leaseMs / 2);
        const rows = await mark(
          pool,
          { accountId: channel.accountId, family: channel.family, worker, now: at, leaseEnd },
          batch,
        );
        return { marked: new Map(rows.map((row) => [row.id, row])), leaseEnd: leaseEnd.getTime() };
      } catch (error) {
        log.warn({ err: error, channelId: channel.id }, 'messages could not be marked, trying again');
        await sleep(PAUSE_MS);
      }
    }
  }

  private async renewLeases(): Promise<void> {
    const { pool, channel, worker, timing, now, log } = this.options;
    const late = now().getTime() + timing.leaseMs / 2;
    const held = [...this.held.values()].filter(({ leaseEnd }) => leaseEnd < late);
    if (held.length === 0) return;
    const leaseEnd = new Date(now().getTime() + timing.leaseMs);
    try {
      const ours = await renew(
        pool,
        { accountId: channel.accountId, worker, leaseEnd },
        held.map(({ id }) => id),
      );
      for (const message of held) if (ours.has(message.id)) this.extend(message, leaseEnd.getTime());
    } catch (error) {
      log.warn({ err: error, channelId: channel.id }, 'leases could not be renewed');
    }
  }

  private async giveBack(): Promise<void> {
    const { pool, channel, worker, now, log } = this.options;
    await this.refilling?.catch(() => undefined);
    await this.rates.settled();
    const left = [...this.waiting.splice(0), ...this.rates.drain(), ...this.taken];
    if (left.length === 0) return;
    for (const { id } of left) this.held.delete(id);
    const at = new Date(Math.max(now().getTime(), this.handOvers.heldUntil));
    await release(
      pool,
      { accountId: channel.accountId, worker, now: at },
      left.map(({ id }) => id),
    ).catch((error: unknown) =>
      log.warn({ err: error, channelId: channel.id }, 'messages could not be given back; their leases lapse'),
    );
  }

  /** Until something happens, at most this long. */
  private woken(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, 1_000));
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
