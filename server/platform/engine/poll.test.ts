/** The loop of the worker's parts: it looks again when it is woken, and an error ends nothing. */
import { describe, expect, it } from 'vitest';
import { startPoll, type Poll } from '@/server/platform/engine/poll';

/** Far longer than a test: only waking makes it look again. */
const NEVER = 60_000;

describe('the poll', () => {
  it('looks again as soon as it is woken, also when that happens during a look', async () => {
    let looks = 0;
    await new Promise<void>((resolve) => {
      const poll: Poll = startPoll({
        everyMs: NEVER,
        look: () => {
          looks++;
          if (looks < 3) poll.wake();
          else resolve();
          return Promise.resolve();
        },
        onError: () => undefined,
      });
    });
    expect(looks).toBe(3);
  });

  it('reports a look that fails and goes on', async () => {
    const errors: unknown[] = [];
    const failure = new Error('away');
    await new Promise<void>((resolve) => {
      const poll: Poll = startPoll({
        everyMs: 1,
        look: () => {
          if (errors.length < 2) return Promise.reject(failure);
          void poll.stop().then(resolve);
          return Promise.resolve();
        },
        onError: (error) => errors.push(error),
      });
    });
    expect(errors).toEqual([failure, failure]);
  });

  it('begins no look after stop, and stop waits for the one under way', async () => {
    let ended = false;
    let looks = 0;
    let begun: () => void = () => undefined;
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
    const poll = startPoll({
      everyMs: 1,
      look: async () => {
        looks++;
        begun();
        await new Promise((resolve) => setTimeout(resolve, 20));
        ended = true;
      },
      onError: () => undefined,
    });
    await isUnderWay;
    await poll.stop();
    expect([ended, looks, poll.stopping]).toEqual([true, 1, true]);
  });
});
