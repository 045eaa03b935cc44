/** The channels that a worker works now, and which channel with messages comes next. */
import type { Lane } from '@/server/modules/messaging/broadcasts/delivery/lane';
import type { DueChannel } from '@/server/modules/messaging/broadcasts/delivery/queue';

const MOST_LANES = 12;
/**
 * The most channels whose last turn is remembered. Beyond this number all are dropped: most have nothing left to send.
 */
const MOST_REMEMBERED = 10_000;

interface Working {
  accountId: string;
  /** Undefined until its channel is open. */
  lane: Lane | undefined;
  ended: Promise<void>;
}

export class Lanes {
  private readonly working = new Map<string, Working>();
  /** The time of each channel's last turn, so that the channels that waited longest come first. */
  private readonly served = new Map<string, number>();
  private waiting = 0;

  /** True when channels that had messages at the last look found no free lane. */
  get othersWait(): boolean {
    return this.waiting > 0;
  }

  /** Returns the channels with messages for which a lane is free. @param due the channels as read from the queue */
  next(due: readonly DueChannel[]): DueChannel[] {
    if (this.served.size > MOST_REMEMBERED) this.served.clear();
    const idle = due.filter(({ channelId }) => !this.working.has(channelId));
    const next = this.inTurn(idle).slice(0, MOST_LANES - this.working.size);
    this.waiting = idle.length - next.length;
    return next;
  }

  /** Workspaces with few lanes first, then channels that waited longest. */
  private inTurn(due: readonly DueChannel[]): DueChannel[] {
    const busy = new Map<string, number>();
    for (const { accountId } of this.working.values()) busy.set(accountId, (busy.get(accountId) ?? 0) + 1);
    const rank = ({ accountId, channelId }: DueChannel): [number, number] => [
      busy.get(accountId) ?? 0,
      this.served.get(channelId) ?? 0,
    ];
    return due
      .map((channel) => ({ channel, rank: rank(channel) }))
      .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
      .map(({ channel }) => channel);
  }

  /** Notes that a channel's turn begins. @param ended resolves when the turn is over, failed or not */
  began({ channelId, accountId }: DueChannel, ended: Promise<void>): void {
    this.working.set(channelId, { accountId, lane: undefined, ended });
  }

  opened(channelId: string, lane: Lane): void {
    const working = this.working.get(channelId);
    if (working !== undefined) working.lane = lane;
  }

  ended(channelId: string): void {
    this.working.delete(channelId);
    this.served.set(channelId, performance.now());
  }

  /** Stops all lanes: each waits for its hand-overs and returns the other messages to the queue. */
  stop(): void {
    for (const { lane } of this.working.values()) lane?.stop();
  }

  async allEnded(): Promise<void> {
    await Promise.all([...this.working.values()].map(({ ended }) => ended));
  }
}
