/**
 * A queue in front of the pool, so that no workspace can take all of its connections. Each workspace has a share, and
 * waiting workspaces are served by turns. Work of no workspace uses the pool directly.
 */
import { AppError } from '@/server/platform/errors';

/** The longest wait in milliseconds; afterwards the answer is 503, as from the pool itself. */
const WAIT_MS = 3_000;
/** The number of statements of one workspace that may read all its data at the same time, in one process. */
const LONG_AT_ONCE = 2;
/**
 * The longest wait in milliseconds, as long as one such statement may take: a caller that waits behind one about to
 * time out still gets its turn.
 */
const LONG_WAIT_MS = 20_000;
/** Below this a share would be too small to work with. */
const SMALLEST_SHARED = 8;

interface Waiting {
  enter: () => void;
}

interface Share {
  taken: number;
  waiting: Waiting[];
}

export class FairShare {
  private readonly shares = new Map<string, Share>();
  /** The shares with waiting callers, in the order of their turns. */
  private readonly turns = new Map<string, Share>();
  private taken = 0;
  private readonly most: number;
  private readonly waitMs: number;

  /** @param connections the number in the pool */
  constructor(
    private readonly connections: number,
    { most, waitMs = WAIT_MS }: { most?: number; waitMs?: number } = {},
  ) {
    this.most = most ?? (connections < SMALLEST_SHARED ? connections : Math.floor((connections * 3) / 4));
    this.waitMs = waitMs;
  }

  /**
   * Makes the queue for long statements (server/platform/db/statement.ts): each workspace has its own limit, and no
   * workspace waits for another.
   */
  static forLong(): FairShare {
    return new FairShare(Number.POSITIVE_INFINITY, { most: LONG_AT_ONCE, waitMs: LONG_WAIT_MS });
  }

  /** The number of callers that work now, and of those that wait. */
  get load(): { underWay: number; waiting: number } {
    const waiting = [...this.turns.values()].reduce((sum, share) => sum + share.waiting.length, 0);
    return { underWay: this.taken, waiting };
  }

  /**
   * Runs work with a connection of the workspace's share. The work must not ask for a second one.
   * @throws AppError UNAVAILABLE when the share stayed full for the longest wait
   */
  async run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    let share = this.shares.get(accountId);
    if (share === undefined) this.shares.set(accountId, (share = { taken: 0, waiting: [] }));
    if (share.taken < this.most && this.taken < this.connections) {
      share.taken++;
      this.taken++;
    } else await this.takeTurn(accountId, share);
    try {
      return await work();
    } finally {
      this.give(accountId, share);
    }
  }

  private takeTurn(accountId: string, share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(waiting), 1);
        if (share.waiting.length === 0) this.turns.delete(accountId);
        this.forget(accountId, share);
        reject(new AppError('UNAVAILABLE'));
      }, this.waitMs);
      share.waiting.push(waiting);
      this.turns.set(accountId, share);
    });
  }

  private give(accountId: string, share: Share): void {
    share.taken--;
    this.taken--;
    for (const [next, turn] of this.turns) {
      if (turn.taken >= this.most) continue;
      turn.taken++;
      this.taken++;
      // To the end of the turns, or out of them.
      this.turns.delete(next);
      turn.waiting.shift()?.enter();
      if (turn.waiting.length > 0) this.turns.set(next, turn);
      break;
    }
    this.forget(accountId, share);
  }

  private forget(accountId: string, share: Share): void {
    if (share.taken === 0 && share.waiting.length === 0) this.shares.delete(accountId);
  }
}
