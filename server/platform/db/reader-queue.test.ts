/** Turns: whose reader may hold one, and who loses it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReaderQueue, type Turn } from '@/server/platform/db/reader-queue';

const LIMITS = { atOnce: 4, holdMs: 30_000, patienceMs: 3_000 };

/** A client as its socket shows it: what was written for it, and what of that still waits. */
const makeReader = (address: string) => ({
  address,
  socket: { bytesWritten: 1_000_000, writableLength: 500_000, destroyed: false },
});
type TestReader = ReturnType<typeof makeReader>;

const takes = (reader: TestReader, bytes: number): void => {
  reader.socket.bytesWritten += bytes;
};

describe('turns', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Ends with its signal, as a stream does. */
  const take = async (queue: ReaderQueue, workspace: string, reader: TestReader): Promise<Turn> => {
    const turn = await queue.take(workspace, reader);
    turn.signal.addEventListener('abort', () => turn.end());
    return turn;
  };
  /** Lets time pass in which each of these readers takes some. */
  const pass = async (ms: number, ...readers: TestReader[]): Promise<void> => {
    for (let at = 0; at < ms; at += 250) {
      for (const reader of readers) takes(reader, 1);
      await vi.advanceTimersByTimeAsync(250);
    }
  };

  it('are one at a time for a workspace and address, and others do not wait for that', async () => {
    const queue = new ReaderQueue(LIMITS);
    const readers = Array.from({ length: 3 }, () => makeReader('a'));
    const first = await take(queue, 'w1', readers[0]!);
    const second = take(queue, 'w1', readers[1]!);
    let entered = false;
    void second.then(() => (entered = true));
    await take(queue, 'w2', readers[2]!);
    await take(queue, 'w1', makeReader('b'));
    expect(entered).toBe(false);
    first.end();
    await second;
  });

  it('end for a reader that takes nothing for three seconds, and not for one that takes a byte', async () => {
    const queue = new ReaderQueue(LIMITS);
    const [idle, slow] = [makeReader('idle'), makeReader('slow')];
    const [idleTurn, slowTurn] = [await take(queue, 'w', idle), await take(queue, 'w', slow)];
    await pass(2_900, slow);
    expect(idleTurn.signal.aborted).toBe(false);
    await pass(600, slow);
    expect([idleTurn.signal.aborted, slowTurn.signal.aborted]).toEqual([true, false]);
  });

  it('do not end for a reader that has taken everything: it is we who are slow', async () => {
    const queue = new ReaderQueue(LIMITS);
    const reader = makeReader('a');
    reader.socket.writableLength = 0;
    const turn = await take(queue, 'w', reader);
    await pass(29_000);
    expect(turn.signal.aborted).toBe(false);
    await pass(1_500);
    expect(turn.signal.aborted).toBe(true);
  });

  it('end for readers that trickle once somebody waits, who then enters', async () => {
    const queue = new ReaderQueue(LIMITS);
    const trickling = ['a', 'b', 'c', 'd'].map(makeReader);
    for (const reader of trickling) await take(queue, 'w', reader);
    const trickle = async (ms: number): Promise<void> => {
      for (let at = 0; at < ms; at += 2_000) {
        await pass(1_750);
        await pass(250, ...trickling);
      }
    };
    await trickle(10_000);
    let entered = false;
    void take(queue, 'other', makeReader('e')).then(() => (entered = true));
    expect(entered).toBe(false);
    await pass(250, ...trickling);
    expect(entered).toBe(true);
  });

  it('are given in order, passing over who went away, and refused after the time of a turn', async () => {
    const queue = new ReaderQueue({ ...LIMITS, atOnce: 1, patienceMs: 60_000 });
    const first = await take(queue, 'w', makeReader('a'));
    const gone = makeReader('b');
    const refused = expect(queue.take('w', gone)).rejects.toMatchObject({ appCode: 'UNAVAILABLE' });
    const order: string[] = [];
    const later = ['c', 'd'].map(async (address) => {
      const turn = await take(queue, 'w', makeReader(address));
      order.push(address);
      return turn;
    });
    gone.socket.destroyed = true;
    first.end();
    first.end();
    await refused;
    await later[0];
    expect(order).toEqual(['c']);
    const late = expect(queue.take('w', makeReader('e'))).rejects.toMatchObject({ appCode: 'UNAVAILABLE' });
    await pass(29_000);
    expect(order).toEqual(['c']);
    // The turn of c is over with its time; d has its own, and e waited too long.
    await pass(1_500);
    await later[1];
    await late;
    expect(order).toEqual(['c', 'd']);
  });
});
