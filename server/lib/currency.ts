/** How many decimals a currency has, for those who are told amounts in its major unit. */

/** Decimals between the smallest unit, as amounts are stored, and the major one. Nobody uses the two that ISO 4217 gives the rupiah, nor do we (3 §4.6). */
function digitsOf(currency: string): number {
  if (currency === 'IDR') return 0;
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** An amount in the smallest unit as a number of major ones: 12345 USD is 123.45, 150000 IDR is 150000. */
export function majorUnits(amount: number, currency: string): number {
  const digits = digitsOf(currency);
  return digits === 0 ? amount : Number(`${amount}e-${digits}`);
}
