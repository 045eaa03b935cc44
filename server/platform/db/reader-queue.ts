/**
 * Decides who reads next when only few may at a time and each reads at the pace of its client. A workspace has one turn
 * at a time, so that many clients of one feed do not block everybody else. A client that reads nothing loses its turn;
 * a slow one loses it as soon as somebody waits.
 */
import type { Socket } from 'node:net';
import { AppError } from '@/server/platform/errors';

export interface Reader {
  /** The client's address. */
  address: string;
  /** The client's socket, with the bytes that wait for the client. */
  socket: Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroyed'>;
}

export interface Turn {
  /** Aborts when the turn is over, for whatever reason. */
  readonly signal: AbortSignal;
  /** Ends the turn, and the next reader enters. May be called twice. */
  end(): void;
}

export interface ReaderLimits {
  atOnce: number;
  /** The longest turn, and the longest wait for one, in milliseconds. */
  holdMs: number;
  /**
   * The longest time for which a reader may read nothing, in milliseconds: in a row; or in total while somebody waits.
   */
  patienceMs: number;
}

interface Held {
  key: string;
  reader: Reader;
  abort: AbortController;
  heldMs: number;
  taken: number;
  idleMs: number;
  idleInAllMs: number;
}

interface Waiting {
  key: string;
  reader: Reader;
  enter(turn: Turn): void;
  refuse(): void;
}

/** Counts time in ticks of its own, so that readers are not blamed for the pauses of a busy process. */
const TICK_MS = 250;

export class ReaderQueue {
  private readonly held = new Set<Held>();
  /** The waiting readers in the order of their arrival. */
  private readonly waiting = new Set<Waiting>();
  private clock: NodeJS.Timeout | undefined;

  constructor(private readonly limits: ReaderLimits) {}

  /** @throws AppError UNAVAILABLE when no turn came in time, or the client went away meanwhile */
  take(accountId: string, reader: Reader): Promise<Turn> {
    const key = `${accountId} ${reader.address}`;
    if (this.hasRoomFor(key)) return Promise.resolve(this.begin(key, reader));
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        clearTimeout(timer);
        this.waiting.delete(waiting);
        reject(new AppError('UNAVAILABLE'));
      };
      const timer = setTimeout(refuse, this.limits.holdMs);
      const enter = (turn: Turn): void => {
        clearTimeout(timer);
        resolve(turn);
      };
      const waiting: Waiting = { key, reader, enter, refuse };
      this.waiting.add(waiting);
    });
  }

  private hasRoomFor(key: string): boolean {
    return this.held.size < this.limits.atOnce && ![...this.held].some((held) => held.key === key);
  }

  private begin(key: string, reader: Reader): Turn {
    const held: Held = { key, reader, abort: new AbortController(), heldMs: 0, taken: 0, idleMs: 0, idleInAllMs: 0 };
    this.held.add(held);
    this.clock ??= setInterval(() => this.tick(), TICK_MS).unref();
    return {
      signal: held.abort.signal,
      end: () => {
        if (this.held.delete(held)) this.admit();
      },
    };
  }

  private admit(): void {
    for (const waiting of this.waiting) {
      if (waiting.reader.socket.destroyed) waiting.refuse();
      else if (this.hasRoomFor(waiting.key)) {
        this.waiting.delete(waiting);
        waiting.enter(this.begin(waiting.key, waiting.reader));
      }
    }
    if (this.held.size > 0) return;
    clearInterval(this.clock);
    this.clock = undefined;
  }

  private tick(): void {
    const { holdMs, patienceMs } = this.limits;
    for (const held of this.held) {
      held.heldMs += TICK_MS;
      const { bytesWritten, writableLength } = held.reader.socket;
      const taken = bytesWritten - writableLength;
      if (writableLength > 0 && taken === held.taken) {
        held.idleMs += TICK_MS;
        held.idleInAllMs += TICK_MS;
      } else held.idleMs = 0;
      held.taken = taken;
      if (
        held.heldMs >= holdMs ||
        held.idleMs >= patienceMs ||
        (held.idleInAllMs >= patienceMs && this.waiting.size > 0)
      )
        held.abort.abort();
    }
  }
}
