/**
 * SQL: true when a row of "DiscountRedemption" counts. Redemptions that were rolled back are left out of all figures.
 * @param alias the table's name in the statement
 */
export const isCounted = (alias: string): string => `${alias}."rolledBackAt" IS NULL`;
