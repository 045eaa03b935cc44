/** Waits against what their declaration says, whatever chance and the other side ask for. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { growing, waitAfter } from '@/server/platform/engine/backoff';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const asked = fc.option(fc.nat({ max: 10_000_000 }));

it('a wait lies within its step and its jitter, or is what was asked for and up to a tenth more, and never over the longest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      asked,
      chance,
      fc.constantFrom('instead' as const, 'longer' as const),
      fc.nat({ max: 5_000_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      (attempts, askedMs, random, rule, longestAskedMs, longestMs) => {
        const stepMs = growing(100, 3);
        const wait = waitAfter(
          { stepMs, jitter: [0.5, 1], asked: rule, longestAskedMs, longestMs },
          attempts,
          askedMs,
          () => random,
        );
        const granted = askedMs === null ? null : Math.min(askedMs, longestAskedMs);
        const own: [number, number] = [50 * 3 ** (attempts - 1), 100 * 3 ** (attempts - 1)];
        const [from, to] =
          granted === null
            ? own
            : rule === 'instead'
              ? [granted, granted * 1.1]
              : [Math.max(own[0], granted), Math.max(own[1], granted * 1.1)];
        expect(wait).toBeGreaterThanOrEqual(Math.floor(Math.min(from, longestMs)));
        expect(wait).toBeLessThanOrEqual(Math.ceil(Math.min(to, longestMs)));
      },
    ),
  );
});

it('what has no further step is not tried again', () => {
  expect(waitAfter({ stepMs: () => null, jitter: [1, 1], asked: 'longer' }, 1, 5, () => 0)).toBeNull();
});
