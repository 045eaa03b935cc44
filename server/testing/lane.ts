/**
 * The lane of the tests: `npm test` is the fast one, which every change passes; `npm run test:deep` sets `LANE=deep`, and takes
 * what is for once a night (docs/testing.md).
 */
export const isDeep = process.env.LANE === 'deep';

/** How often something is repeated: few times in the fast lane, many in the deep one. */
export const times = (fast: number, deep: number): number => (isDeep ? deep : fast);
