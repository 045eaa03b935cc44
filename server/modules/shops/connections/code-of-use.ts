/** The codes that a shop without them gets (docs/contract/integrations.md#codes). */

/**
 * SQL: whether the code `d` can still be used: of those that were never brought to a shop none that is over or used up
 * goes there, for a shop counts from zero. The triggers of DiscountCode say the same.
 * @param now the parameter with the time
 */
export const isOfUse = (d: string, now: string): string =>
  `(${d}.active AND (${d}."expiresAt" IS NULL OR ${d}."expiresAt" > ${now}::timestamptz)
    AND (${d}."maxUsesTotal" IS NULL OR ${d}."redemptionCount" < ${d}."maxUsesTotal"))`;
