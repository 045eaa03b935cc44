/** The few words that Laris itself adds to an e-mail, in the language of the workspace. */
import type { Language } from '@/server/platform/lib/language';

interface Words {
  unsubscribe: string;
  viewProduct: string;
  soldOut: string;
  /** Returns the words for a discount. @param amount already formatted, such as `20%` */
  off: (amount: string) => string;
  shippingOff: (amount: string) => string;
  freeShipping: string;
  minimum: (amount: string) => string;
  selected: string;
  until: (day: string) => string;
}

export const EMAIL_WORDS: Record<Language, Words> = {
  en: {
    unsubscribe: 'Unsubscribe',
    viewProduct: 'View product',
    soldOut: 'Sold out',
    off: (amount) => `${amount} off`,
    shippingOff: (amount) => `${amount} off shipping`,
    freeShipping: 'Free shipping',
    minimum: (amount) => `From a purchase of ${amount}`,
    selected: 'For selected products',
    until: (day) => `Valid until ${day}`,
  },
  id: {
    unsubscribe: 'Berhenti berlangganan',
    viewProduct: 'Lihat produk',
    soldOut: 'Stok habis',
    off: (amount) => `Diskon ${amount}`,
    shippingOff: (amount) => `Diskon ongkir ${amount}`,
    freeShipping: 'Gratis ongkir',
    minimum: (amount) => `Minimal belanja ${amount}`,
    selected: 'Untuk produk tertentu',
    until: (day) => `Berlaku sampai ${day}`,
  },
};
