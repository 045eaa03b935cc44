/** The sample cart: what its fields hold, and what is asked of the server about it. */
import { currencyDigits } from '@/server/platform/lib/currency';
import { toSmallest, type Typed } from './amounts';
import type { Code } from './code';

export interface CartLine {
  key: string;
  name: string;
  price: Typed;
  quantity: Typed;
  productId: string;
  /** Separated by commas. */
  tags: string;
}

export interface Cart {
  lines: CartLine[];
  shipping: Typed;
  customerId: string;
  /** Null: that of the code. */
  currency: string | null;
}

export interface CartInput {
  subtotal: number;
  currency: string;
  shippingCost: number;
  items: { productId: string | null; price: number; quantity: number; tags: string[] }[];
}

/** Round prices of a shop, by the decimals of the currency: rupiah, dollars, yen. */
function prices(currency: string): { first: number; second: number; shipping: number } {
  if (currency === 'IDR') return { first: 115_000, second: 189_000, shipping: 18_000 };
  return currencyDigits(currency) === 0
    ? { first: 1_500, second: 3_200, shipping: 600 }
    : { first: 12.5, second: 24, shipping: 5 };
}

let made = 0;
export const newLine = (line: Omit<CartLine, 'key'>): CartLine => ({ ...line, key: `line-${++made}` });

/** A cart that the code's scope finds something in. */
export function sampleCart(
  code: Pick<Code, 'currency' | 'productIds' | 'tagFilter'>,
  names: { first: string; second: string },
): Cart {
  const { first, second, shipping } = prices(code.currency);
  return {
    lines: [
      newLine({
        name: names.first,
        price: first,
        quantity: 2,
        productId: code.productIds[0] ?? 'gayo-honey-250',
        tags: code.tagFilter[0] ?? 'biji-kopi',
      }),
      newLine({ name: names.second, price: second, quantity: 1, productId: 'v60-02', tags: 'alat-seduh' }),
    ],
    shipping,
    customerId: '',
    currency: null,
  };
}

const orZero = (amount: number): number => (Number.isNaN(amount) ? 0 : amount);

export const lineTotal = (line: CartLine, currency: string): number =>
  orZero(toSmallest(line.price, currency)) * (line.quantity === '' ? 0 : line.quantity);

export const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Null when its amounts are beyond what can be counted exactly. */
export function cartInput(cart: Cart, currency: string): CartInput | null {
  const items = cart.lines.map((line) => ({
    productId: line.productId.trim() === '' ? null : line.productId.trim(),
    price: orZero(toSmallest(line.price, currency)),
    quantity: line.quantity === '' ? 0 : line.quantity,
    tags: tagsOf(line.tags),
  }));
  const subtotal = cart.lines.reduce((sum, line) => sum + lineTotal(line, currency), 0);
  const shippingCost = orZero(toSmallest(cart.shipping, currency));
  const countable =
    isAmount(subtotal + shippingCost) && items.every(({ price, quantity }) => isAmount(price) && quantity <= 1_000_000);
  return countable ? { subtotal, currency, shippingCost, items } : null;
}
