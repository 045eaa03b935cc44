/**
 * The lane of the tests: `npm test` is the fast one, which every change passes; `npm run test:deep` sets `LANE=deep`, and takes
 * what is for once a night (docs/testing.md).
 */
export const isDeep = process.env.LANE === 'deep';

/** Returns the number of repetitions: few times in the fast lane, many in the deep one. */
export const times = (fast: number, deep: number): number => (isDeep ? deep : fast);

/** All in the deep lane; in the fast one every eighth, and the first of each kind. */
export function sampleOf<Each>(all: readonly Each[], kindOf: (each: Each) => string): Each[] {
  const met = new Set<string>();
  return all.filter((each, index) => {
    const kind = kindOf(each);
    const isFirst = !met.has(kind);
    met.add(kind);
    return isDeep || isFirst || index % 8 === 0;
  });
}
