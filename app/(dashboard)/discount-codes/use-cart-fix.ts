'use client';
/** What would make the sample cart one that the code applies to: one press, so that nobody has to type ids. */
import { useTranslations } from 'next-intl';
import { toSmallest, type Typed } from './amounts';
import { lineTotal, type Cart, type CartLine } from './cart';
import { isShipping } from './code';
import type { CartRules } from './sample-cart';
import type { Outcome } from './use-outcome';

interface Fix {
  label: string;
  patch: Partial<Cart>;
}

const withFirst = (cart: Cart, patch: Partial<CartLine>): Pick<Cart, 'lines'> => ({
  lines: cart.lines.map((line, at) => (at === 0 ? { ...line, ...patch } : line)),
});

const isNothing = (amount: Typed, currency: string): boolean => !(toSmallest(amount, currency) > 0);

/** Pieces of the first line that bring the goods up to the minimum. */
function enough(rules: CartRules, cart: Cart, currency: string): number | null {
  const [first] = cart.lines;
  const price = first ? lineTotal({ ...first, quantity: 1 }, currency) : 0;
  if (!first || price <= 0 || rules.minPurchaseAmount === null) return null;
  const others = cart.lines.slice(1).reduce((sum, line) => sum + lineTotal(line, currency), 0);
  const pieces = Math.ceil((rules.minPurchaseAmount - others) / price);
  return pieces <= 1_000_000 ? pieces : null;
}

export function useCartFix(rules: CartRules, cart: Cart, currency: string, reason: Outcome['reason']): Fix | null {
  const t = useTranslations('discountCodes.cart.fixes');
  if (reason === 'CURRENCY_MISMATCH')
    return { label: t('currency', { currency: rules.currency }), patch: { currency: null } };
  if (reason === 'MIN_PURCHASE') {
    const quantity = enough(rules, cart, currency);
    return quantity === null ? null : { label: t('minimum'), patch: withFirst(cart, { quantity }) };
  }
  if (reason !== 'SCOPE_MISMATCH') return null;
  const [product] = rules.productIds;
  const [tag] = rules.tagFilter;
  if (rules.scope === 'products' && product !== undefined && cart.lines[0]?.productId !== product)
    return { label: t('products', { value: product }), patch: withFirst(cart, { productId: product }) };
  if (rules.scope === 'tags' && tag !== undefined && cart.lines[0]?.tags !== tag)
    return { label: t('tags', { value: tag }), patch: withFirst(cart, { tags: tag }) };
  if (isShipping(rules.type) && isNothing(cart.shipping, currency))
    return { label: t('shipping'), patch: { shipping: currency === 'IDR' ? 18_000 : 5 } };
  return null;
}
