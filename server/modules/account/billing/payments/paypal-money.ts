/** USD amounts in PayPal's format, `19.00`, and in ours, 1900 cents. */

export const decimalOf = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Reads cents from `19`, `19.0`, `19.00` or `19.0000`; null when the amount is not a whole number of cents. */
export function centsOf(decimal: string): number | null {
  const [, whole, parts = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(decimal) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(parts.padEnd(2, '0'));
}
