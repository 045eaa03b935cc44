/**
 * The hand-overs of one channel: which are under way, what the vendor's answers mean, and how the results are stored. A
 * vendor that asks us to come later holds the whole channel back.
 */
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { OpenChannel } from '@/server/modules/messaging/broadcasts/delivery/channel';
import { ChannelRefusal } from '@/server/modules/messaging/broadcasts/delivery/channel-refusal';
import {
  idOf,
  lessened,
  outcomeOfError,
  storable,
  verdictOn,
  WORKER_ENDED,
  type RetryTiming,
  type Verdict,
} from '@/server/modules/messaging/broadcasts/delivery/outcome';
import { hold } from '@/server/modules/messaging/broadcasts/delivery/pace';
import { requeue, settle, type Claimed, type Marked } from '@/server/modules/messaging/broadcasts/delivery/queue';
import type { ReadyContent } from '@/server/modules/messaging/broadcasts/render-content';
import { Settler } from '@/server/platform/engine/settle';
import type { Outcome } from '@/server/platform/vendors/provider';

/** A vendor that says no more than "later" is left alone for this long. */
const SHORT_HOLD_MS = 1_000;
const LONGEST_HOLD_MS = 900_000;
/** A new hold is stored only if it ends at least this much after the last hold. */
const SAME_HOLD_MS = 250;
/** Ends that wait to be written, for each hand-over that may be under way: then marking waits for the database. */
const UNWRITTEN_PER_SLOT = 4;

export interface HandOversOptions {
  pool: Pool;
  log: Logger;
  worker: string;
  channel: OpenChannel;
  timing: RetryTiming;
  now: () => Date;
  random: () => number;
  /** Called when the vendor has answered a hand-over. */
  onEnded: () => void;
  /** Called once the outcomes of these messages are written: they are ours no more. */
  onWritten: (ids: readonly string[]) => void;
}

/** Counts of hand-overs by their outcome. */
export interface HandOverCounts {
  sent: number;
  failed: number;
  again: number;
}

/** Hands over messages that are marked `sending`, any number at once, and stores the verdict on each. */
export class HandOvers {
  /** Hand-overs whose vendor has not answered. */
  underWay = 0;
  /** Epoch milliseconds: until then the vendor wants nothing. */
  heldUntil = 0;
  readonly counts: HandOverCounts = { sent: 0, failed: 0, again: 0 };
  private readonly settler: Settler<Verdict>;
  private readonly refusal: ChannelRefusal;

  constructor(private readonly options: HandOversOptions) {
    const { log, channel, onWritten } = options;
    this.refusal = new ChannelRefusal(options);
    this.settler = new Settler({
      write: (verdicts) => this.write(verdicts),
      lessened,
      onError: (error) =>
        log.warn({ err: error, channelId: channel.id }, 'how hand-overs ended could not be written, trying again'),
      onWritten: (verdicts) => onWritten(verdicts.map(idOf)),
    });
  }

  /** The number of hand-overs that may begin now. */
  get room(): number {
    const { concurrency } = this.options.channel;
    return Math.min(concurrency - this.underWay, concurrency * UNWRITTEN_PER_SLOT - this.settler.unwritten);
  }

  /** Hands a message over that was marked, under a lease that holds; how that ends is counted and written later. */
  begin(message: Claimed & { address: string; content: ReadyContent }, marked: Marked): void {
    this.underWay++;
    void this.handOver(message, marked);
  }

  /**
   * Judges messages whose worker ended during the hand-over. Returns the messages that may go again at once, and stores
   * the verdict on the others.
   */
  takeUpAgain(doubtful: readonly Claimed[]): Claimed[] {
    return doubtful.flatMap((message) => {
      const verdict = this.verdictOn(WORKER_ENDED, message);
      if ('again' in verdict && verdict.again.at <= this.options.now())
        return [{ ...message, doubtedAt: verdict.again.doubtedAt }];
      this.settle(verdict);
      return [];
    });
  }

  /** Resolves when all that ended is written. */
  async written(): Promise<void> {
    await this.settler.drained();
    await this.refusal.drained();
  }

  private async handOver(message: Parameters<OpenChannel['handOver']>[0], marked: Marked): Promise<void> {
    const { channel, log, onEnded } = this.options;
    let outcome: Outcome;
    try {
      outcome = await channel.handOver(message, marked);
    } catch (error) {
      outcome = outcomeOfError(error);
      if (outcome.kind === 'unknown')
        log.warn({ err: error, channelId: channel.id, messageId: message.id }, 'a hand-over has an unknown outcome');
    }
    if (outcome.kind === 'retry') this.holdBack(outcome.afterMs);
    const answer = storable(outcome);
    this.refusal.note(answer);
    const verdict = this.verdictOn(answer, { ...message, attempts: message.attempts + 1 });
    this.underWay--;
    this.settle(verdict);
    onEnded();
  }

  private verdictOn(outcome: Outcome, message: Claimed): Verdict {
    const { channel, now, timing, random } = this.options;
    return verdictOn(outcome, message, { now: now(), idempotent: channel.idempotent, timing, random });
  }

  private settle(verdict: Verdict): void {
    if ('again' in verdict) this.counts.again++;
    else this.counts[verdict.done.status]++;
    this.settler.add(verdict);
  }

  private async write(verdicts: readonly Verdict[]): Promise<void> {
    const { pool, channel, worker, now } = this.options;
    const where = { accountId: channel.accountId, worker, now: now() };
    const done = verdicts.flatMap((verdict) => ('done' in verdict ? [verdict.done] : []));
    const again = verdicts.flatMap((verdict) => ('again' in verdict ? [verdict.again] : []));
    if (done.length > 0) await settle(pool, where, done);
    if (again.length > 0) await requeue(pool, where, again);
  }

  /** A vendor that asks to come later is left alone by all workers, so that not every message spends its attempts. */
  private holdBack(afterMs: number | undefined): void {
    const { pool, channel, now, log } = this.options;
    const until = now().getTime() + Math.min(afterMs ?? SHORT_HOLD_MS, LONGEST_HOLD_MS);
    if (until <= this.heldUntil + SAME_HOLD_MS) return;
    this.heldUntil = until;
    hold(pool, { accountId: channel.accountId, channelId: channel.id }, new Date(until)).catch((error: unknown) =>
      log.warn({ err: error, channelId: channel.id }, 'the pace could not be written'),
    );
  }
}
