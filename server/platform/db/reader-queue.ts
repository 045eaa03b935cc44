/**
 * Decides who reads next, where few may at a time and each is read at the pace of a client. A reader has one turn of a
 * workspace at a time, so that many clients of one feed do not stand before everybody else; who takes nothing loses the
 * turn, and who takes little loses it as soon as somebody waits.
 */
import type { Socket } from 'node:net';
import { AppError } from '@/server/platform/errors';

export interface Reader {
  /** The client's address. */
  address: string;
  /** The socket, with what is written for the reader. */
  socket: Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroyed'>;
}

export interface Turn {
  /** Aborts when the turn is over, for whatever reason. */
  readonly signal: AbortSignal;
  /** The next one enters. May be called twice. */
  end(): void;
}

export interface ReaderLimits {
  atOnce: number;
  /** The longest duration of one turn, and of a reader's wait for its own, in milliseconds. */
  holdMs: number;
  /**
   * The longest time for which a reader may take nothing, in a row; or altogether, while somebody waits; in
   * milliseconds.
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

/** Time is counted in ticks of our own: what a busy process misses is not held against its readers. */
const TICK_MS = 250;

export class ReaderQueue {
  private readonly held = new Set<Held>();
  /** In the order in which they came. */
  private readonly waiting = new Set<Waiting>();
  private clock: NodeJS.Timeout | undefined;

  constructor(private readonly limits: ReaderLimits) {}

  /** @throws AppError UNAVAILABLE when nobody made room in time, or the client went away meanwhile */
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
