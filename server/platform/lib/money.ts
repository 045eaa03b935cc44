/**
 * Money is an integer in the smallest unit of its currency: bigint in the database, number in JSON
 * (docs/contract/shared.md#money). Only this file converts between the two.
 */

/**
 * A 64-bit column as a JSON number.
 * @throws RangeError beyond ±(2^53 − 1), where a number would silently lose units.
 */
export function toNumber(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new RangeError('An amount does not fit into a JSON number.');
  return number;
}

/** Like `toNumber`, for a nullable column. */
export const toNumberOrNull = (amount: bigint | null): number | null => (amount === null ? null : toNumber(amount));
