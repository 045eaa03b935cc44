/**
 * SQL: whether a row of "DiscountRedemption" counts. One that was rolled back is in no figure. @param alias the row's
 */
export const isCounted = (alias: string): string => `${alias}."rolledBackAt" IS NULL`;
