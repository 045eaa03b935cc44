/** Prices as people and shops write them, by the language and the currency of the workspace. */
import { digitsOf, GROUPING, splitAmount } from '@/components/csv/amount';
import type { Language } from '@/server/platform/lib/language';

export interface Price {
  /** Smallest unit: rupiah for IDR, hundredths for every other currency (docs/contract/feeds.md#mirrored-products). */
  priceCents: number;
  currency: string;
}

/**
 * `Rp 150.000`, `150.000,00`, `19.90 USD`, `1,250.50`. Where a single point or comma before three digits may mean
 * either, the language decides, and where it says decimals, nothing is guessed.
 * @param of the workspace's, for what is written without a currency
 * @returns null for what is no price, or no amount of its currency
 */
export function readPrice(text: string, of: { language: Language; currency: string }): Price | null {
  const { number, written } = splitAmount(text.trim());
  // A dollar sign alone says which only in a workspace that sells in dollars of its own.
  const isDollar = number.includes('$');
  const currency = written ?? (isDollar && !of.currency.endsWith('D') ? 'USD' : of.currency);
  const hasDecimals = currency !== 'IDR';
  const digits = digitsOf(number.replace('$', ''), GROUPING[of.language], hasDecimals);
  if (digits === null) return null;
  const [whole, decimals] = digits;
  const kept = hasDecimals ? 2 : 0;
  if (/[1-9]/.test(decimals.slice(kept))) return null;
  const priceCents = Number(whole + decimals.slice(0, kept).padEnd(kept, '0'));
  return Number.isSafeInteger(priceCents) ? { priceCents, currency } : null;
}
