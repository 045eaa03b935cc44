/** The codes to push to a shop that does not have them yet (docs/contract/integrations.md#codes). */

/**
 * SQL: true when the code `d` can still be used. A code that was never pushed to a shop and is over or used up stays
 * away, because a shop counts uses from zero. The triggers of DiscountCode use the same rule.
 * @param now the parameter with the time
 */
export const isOfUse = (d: string, now: string): string =>
  `(${d}.active AND (${d}."expiresAt" IS NULL OR ${d}."expiresAt" > ${now}::timestamptz)
    AND (${d}."maxUsesTotal" IS NULL OR ${d}."redemptionCount" < ${d}."maxUsesTotal"))`;
