/** The words for a discount: “10% off”, “Gratis ongkir”. */
import { EMAIL_WORDS } from '@/server/platform/email/words';
import { formatMoney } from '@/server/platform/lib/currency';
import type { Language } from '@/server/platform/lib/language';

interface Discount {
  /** percent, fixed, shipping_percent or shipping_fixed */
  type: string;
  /** Whole percent, or the smallest unit of the currency. */
  value: number;
  currency: string;
}

export function discountInWords({ type, value, currency }: Discount, language: Language): string {
  const words = EMAIL_WORDS[language];
  if (type === 'shipping_percent' && value === 100) return words.freeShipping;
  const amount =
    type === 'percent' || type === 'shipping_percent' ? `${value}%` : formatMoney(value, currency, language);
  return type === 'percent' || type === 'fixed' ? words.off(amount) : words.shippingOff(amount);
}
