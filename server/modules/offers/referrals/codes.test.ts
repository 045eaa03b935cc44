/**
 * The shapes of links and codes (docs/contract/referrals.md#reward-codes), and that nothing can be guessed from them.
 */
import { describe, expect, it } from 'vitest';
import { makeLinkCode, makeRefereeCode, makeReferrerCode } from '@/server/modules/offers/referrals/codes';
import { LINK_CODE, REFEREE_CODE, REFERRER_CODE } from '@/server/testing/referrals';

const MANY = 20_000;

describe.each([
  ['a link', makeLinkCode, LINK_CODE, 31, [0, 8]],
  ['a referrer', makeReferrerCode, REFERRER_CODE, 32, [4, 8]],
  ['a referee', makeRefereeCode, REFEREE_CODE, 32, [8, 14]],
] as const)('the code of %s', (_, make, shape, letters, [from, to]) => {
  const made = Array.from({ length: MANY }, make);

  it('has its shape, and does not come twice', () => {
    for (const code of made) expect(code).toMatch(shape);
    expect(new Set(made).size).toBeGreaterThan(MANY * 0.999);
  });

  it('uses every letter of its alphabet as often at every place', () => {
    for (let place = from; place < to; place++) {
      const counts = new Map<string, number>();
      for (const code of made) counts.set(code.charAt(place), (counts.get(code.charAt(place)) ?? 0) + 1);
      expect(counts.size).toBe(letters);
      // Eight standard deviations: an even draw never leaves them, one that favours the first letters does.
      const expected = MANY / letters;
      for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(8 * Math.sqrt(expected));
    }
  });
});
