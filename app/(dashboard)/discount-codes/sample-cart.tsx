'use client';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { isCurrency, type Typed } from './amounts';
import { cartInput, newLine, sampleCart, type Cart, type CartLine } from './cart';
import { CartLineFields } from './cart-line-fields';
import { CartSummary } from './cart-summary';
import { CurrencyInput } from './currency-input';
import { MoneyInput } from './money-input';
import type { Code } from './code';
import { useOutcome, type Subject } from './use-outcome';
import classes from './sample-cart.module.css';

/** What the cart needs to know of the code to begin with and to help: the rules as they stand in the form. */
export type CartRules = Pick<
  Code,
  'type' | 'currency' | 'scope' | 'productIds' | 'tagFilter' | 'minPurchaseAmount' | 'startsAt' | 'expiresAt'
>;

/** A cart to try the code on, editable in every part; each change asks the server anew. */
export function SampleCart({ subject, rules, className }: { subject: Subject; rules: CartRules; className?: string }) {
  const t = useTranslations('discountCodes.cart');
  const [cart, setCart] = useState<Cart>(() =>
    sampleCart(rules, { first: t('names.first'), second: t('names.second') }),
  );
  // While another one is being typed, the cart keeps counting in the last one that was whole.
  const [lastCurrency, setLastCurrency] = useState(rules.currency);
  const wanted = cart.currency ?? rules.currency;
  if (isCurrency(wanted) && wanted !== lastCurrency) setLastCurrency(wanted);
  const currency = isCurrency(wanted) ? wanted : lastCurrency;
  const input = cartInput(cart, currency);
  const { outcome, error, retry } = useOutcome(subject, input, cart.customerId.trim());

  const change = (patch: Partial<Cart>) => setCart((before) => ({ ...before, ...patch }));
  const changeLine = (key: string, patch: Partial<CartLine>) =>
    setCart((before) => ({
      ...before,
      lines: before.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
    }));
  const add = () =>
    change({
      lines: [
        ...cart.lines,
        newLine({ name: t('names.new'), price: cart.lines.at(-1)?.price ?? '', quantity: 1, productId: '', tags: '' }),
      ],
    });

  return (
    <Panel title={t('title')} className={className}>
      <p className={classes.lead}>{t(subject.kind)}</p>
      <ul className={classes.lines}>
        {cart.lines.map((line) => (
          <CartLineFields
            key={line.key}
            line={line}
            currency={currency}
            scope={rules.scope}
            onChange={(patch) => changeLine(line.key, patch)}
            onRemove={
              cart.lines.length > 1
                ? () => change({ lines: cart.lines.filter(({ key }) => key !== line.key) })
                : undefined
            }
          />
        ))}
      </ul>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconPlus {...SMALL_ICON} />}
        className={classes.add}
        onClick={add}
      >
        {t('add')}
      </Button>
      <div className={classes.more}>
        <MoneyInput
          size="xs"
          label={t('shipping')}
          currency={currency}
          value={cart.shipping}
          onChange={(shipping: Typed) => change({ shipping })}
        />
        <CurrencyInput
          size="xs"
          label={t('currency')}
          value={wanted}
          onChange={(next) => change({ currency: next === rules.currency ? null : next })}
        />
        {subject.kind === 'saved' && (
          <TextInput
            size="xs"
            label={t('customer')}
            placeholder={t('customerGuest')}
            value={cart.customerId}
            maxLength={255}
            onChange={(event) => change({ customerId: event.currentTarget.value })}
          />
        )}
      </div>
      <CartSummary
        subject={subject}
        rules={rules}
        cart={cart}
        input={input}
        currency={currency}
        outcome={outcome}
        error={error}
        onRetry={retry}
        onChange={change}
      />
    </Panel>
  );
}
