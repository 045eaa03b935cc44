/** Who is served: every workspace gets its part before one gets more. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotas, type Candidate } from '@/server/modules/account/webhooks/delivery/fair-places';

const candidate = (accountId: string, n: number, room: number, servedAt = 0): Candidate => ({
  accountId,
  endpointId: `${accountId}-${n}`,
  room,
  servedAt,
});
const perWorkspace = (result: ReturnType<typeof quotas>): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const {
    candidate: { accountId },
    quota,
  } of result)
    sums[accountId] = (sums[accountId] ?? 0) + quota;
  return sums;
};

describe('places', () => {
  it('go by turns of workspaces, not of endpoints', () => {
    const many = Array.from({ length: 100 }, (_, n) => candidate('many', n, 256));
    expect(
      perWorkspace(
        quotas([...many, candidate('one', 0, 256), candidate('two', 0, 20)], {
          free: 400,
          perWorkspace: 512,
          taken: new Map(),
        }),
      ),
    ).toEqual({ many: 192, one: 188, two: 20 });
  });

  it('go to whoever has least, then to whoever waited longest', () => {
    const all = [
      candidate('a', 0, 32, 5),
      candidate('b', 0, 32, 4),
      candidate('c', 0, 32, 9),
      candidate('c', 1, 32, 1),
    ];
    expect(
      quotas(all, { free: 64, perWorkspace: 512, taken: new Map([['b', 100]]) }).map(
        ({ candidate: { endpointId } }) => endpointId,
      ),
    ).toEqual(['c-1', 'a-0']);
  });

  it('are never more than are free, than an endpoint has room for, or than one workspace may have; none is left over', () => {
    const candidates = fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 300 }), fc.nat({ max: 10 })), {
        maxLength: 30,
      })
      .map((list) => list.map(([accountId, room, servedAt], n) => candidate(accountId, n, room, servedAt)));
    fc.assert(
      fc.property(
        candidates,
        fc.nat({ max: 1_100 }),
        fc.nat({ max: 600 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 700 })),
        (list, free, most, had) => {
          const taken = new Map(Object.entries(had));
          const result = quotas(list, { free, perWorkspace: most, taken });
          expect(new Set(result.map(({ candidate: { endpointId } }) => endpointId)).size).toBe(result.length);
          for (const {
            candidate: { room },
            quota,
          } of result) {
            expect(quota).toBeGreaterThan(0);
            expect(quota).toBeLessThanOrEqual(room);
          }
          const sums = perWorkspace(result);
          const wanted: Record<string, number> = {};
          for (const { accountId, room } of list) wanted[accountId] = (wanted[accountId] ?? 0) + room;
          let possible = 0;
          for (const [accountId, room] of Object.entries(wanted)) {
            const budget = Math.max(most - (taken.get(accountId) ?? 0), 0);
            expect(sums[accountId] ?? 0).toBeLessThanOrEqual(budget);
            possible += Math.min(room, budget);
          }
          expect(Object.values(sums).reduce((sum, each) => sum + each, 0)).toBe(Math.min(possible, free));
        },
      ),
    );
  });
});
