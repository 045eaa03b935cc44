/**
 * The vendor's refusal of a channel as a whole, as its hand-overs show. Written to the channel only when this
 * changes, not with every message. A fault of one recipient does not count.
 */
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { OpenChannel } from '@/server/modules/messaging/broadcasts/delivery/channel';
import { writeChannelError } from '@/server/modules/messaging/broadcasts/delivery/channel-row';
import type { Outcome } from '@/server/platform/vendors/provider';

export class ChannelRefusal {
  private written: string | null;
  private isRefused: boolean | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly options: { pool: Pool; log: Logger; channel: OpenChannel }) {
    this.written = options.channel.lastError;
  }

  note(outcome: Outcome): void {
    if (outcome.kind === 'accepted') this.change(false, null);
    else if (outcome.kind === 'failed' && outcome.ofChannel === true) this.change(true, outcome.reason);
  }

  /** Resolves when what was noted is written, or could not be. */
  async drained(): Promise<void> {
    await this.writing;
  }

  /**
   * Keeps the vendor's first reason until the vendor accepts a message, because reasons may differ between messages.
   */
  private change(isRefused: boolean, lastError: string | null): void {
    if (this.isRefused === isRefused) return;
    this.isRefused = isRefused;
    if (lastError === this.written) return;
    this.written = lastError;
    const { pool, log, channel } = this.options;
    this.writing = this.writing
      .then(() => writeChannelError(pool, channel, lastError))
      .catch((error: unknown) =>
        log.warn({ err: error, channelId: channel.id }, "the channel's state could not be written"),
      );
  }
}
