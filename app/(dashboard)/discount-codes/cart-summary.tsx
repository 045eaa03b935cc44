'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { Money } from '@/components/ui/money';
import type { CartRules } from './sample-cart';
import type { Outcome, Subject } from './use-outcome';
import classes from './sample-cart.module.css';
import { toSmallest, type Typed } from './amounts';
import { lineTotal, type Cart, type CartLine, type CartInput } from './cart';
import { isShipping } from './code';

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

/** Returns the change that makes the code apply to the sample cart: one press, so that nobody has to type ids. */
function useCartFix(rules: CartRules, cart: Cart, currency: string, reason: Outcome['reason']): Fix | null {
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

interface Props {
  subject: Subject;
  rules: CartRules;
  cart: Cart;
  input: CartInput | null;
  currency: string;
  outcome: Outcome | undefined;
  error: unknown;
  onRetry: () => void;
  onChange: (patch: Partial<Cart>) => void;
}

/** The sums of the cart, and what the code does to them, in words. */
export function CartSummary({ subject, rules, cart, input, currency, outcome, error, onRetry, onChange }: Props) {
  const t = useTranslations('discountCodes.cart');
  const incomplete = subject.kind === 'draft' && subject.draft === null;
  const known = incomplete || input === null ? undefined : outcome;
  const off = known?.discountAmount ?? 0;
  const offShipping = known?.discountShipping ?? 0;
  return (
    <div className={classes.summary}>
      <dl className={classes.sums}>
        <Sum label={t('subtotal')} amount={input?.subtotal ?? 0} currency={currency} />
        {off > 0 && <Sum label={t('discount')} amount={-off} currency={currency} taken />}
        <Sum label={t('shipping')} amount={input?.shippingCost ?? 0} currency={currency} />
        {offShipping > 0 && <Sum label={t('shippingDiscount')} amount={-offShipping} currency={currency} taken />}
        <Sum
          label={t('total')}
          amount={(input?.subtotal ?? 0) + (input?.shippingCost ?? 0) - off - offShipping}
          currency={currency}
          total
        />
      </dl>
      {error !== null && !incomplete ? (
        <ErrorNotice error={error} act="read" onRetry={onRetry} />
      ) : (
        <div
          className={classes.verdict}
          data-valid={known?.valid || undefined}
          data-refused={known?.valid === false || undefined}
          role="status"
        >
          <Verdict
            subject={subject}
            rules={rules}
            cart={cart}
            countable={input !== null}
            incomplete={incomplete}
            currency={currency}
            outcome={known}
            onChange={onChange}
          />
        </div>
      )}
    </div>
  );
}

function Sum({
  label,
  amount,
  currency,
  taken = false,
  total = false,
}: {
  label: string;
  amount: number;
  currency: string;
  taken?: boolean;
  total?: boolean;
}) {
  return (
    <div className={classes.sum} data-taken={taken || undefined} data-total={total || undefined}>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}

interface VerdictProps extends Pick<Props, 'subject' | 'rules' | 'cart' | 'currency' | 'outcome' | 'onChange'> {
  countable: boolean;
  incomplete: boolean;
}

function Verdict({ subject, rules, cart, countable, incomplete, currency, outcome, onChange }: VerdictProps) {
  const t = useTranslations('discountCodes.cart');
  const format = useFormat();
  const fix = useCartFix(rules, cart, currency, outcome?.reason);
  if (!countable) return t('tooLarge');
  if (incomplete) return t('incomplete');
  if (outcome === undefined) return null;
  if (outcome.valid) {
    const amount = format.money(outcome.discountAmount + outcome.discountShipping, currency);
    return subject.code === null ? t('draftTakesOff', { amount }) : t('takesOff', { code: subject.code.code, amount });
  }
  return (
    <>
      <span>
        {outcome.reason === undefined ? t('refused') : t(reasonKey(outcome.reason, rules), wordsOf(rules, format))}
      </span>
      {fix && (
        <Button size="compact-xs" variant="default" onClick={() => onChange(fix.patch)}>
          {fix.label}
        </Button>
      )}
    </>
  );
}

const reasonKey = (reason: NonNullable<Outcome['reason']>, { scope }: CartRules) =>
  reason === 'SCOPE_MISMATCH' ? (`reasons.SCOPE_MISMATCH_${scope}` as const) : (`reasons.${reason}` as const);

const wordsOf = (rules: CartRules, format: ReturnType<typeof useFormat>) => ({
  currency: rules.currency,
  amount: format.money(rules.minPurchaseAmount ?? 0, rules.currency),
  date: format.dateTime(
    rules.startsAt !== null && Date.parse(rules.startsAt) > Date.now()
      ? rules.startsAt
      : (rules.expiresAt ?? new Date()),
  ),
});
