'use client';
import { Button, TextInput, ActionIcon } from '@mantine/core';
import { IconPlus, IconBarcode, IconTag, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { isCurrency, type Typed } from './amounts';
import { cartInput, newLine, sampleCart, type Cart, type CartLine, lineTotal } from './cart';
import { CartSummary } from './cart-summary';
import { CurrencyInput } from './currency-input';
import { MoneyInput, CountInput } from './money-input';
import type { Code } from './code';
import { useOutcome, type Subject } from './use-outcome';
import classes from './sample-cart.module.css';
import { Money } from '@/components/ui/money';

interface Props {
  line: CartLine;
  currency: string;
  /** Says whether ids or tags matter. */
  scope: Code['scope'];
  onChange: (patch: Partial<CartLine>) => void;
  /** Absent for the last line that is left. */
  onRemove: (() => void) | undefined;
}

function CartLineFields({ line, currency, scope, onChange, onRemove }: Props) {
  const t = useTranslations('discountCodes.cart');
  const labelled = (label: string) => t('lineOf', { label, name: line.name });
  return (
    <li className={classes.line}>
      <div className={classes.lineHead}>
        <TextInput
          size="xs"
          variant="unstyled"
          className={classes.name}
          classNames={{ wrapper: classes.nameWrapper, input: classes.nameInput }}
          aria-label={t('name')}
          value={line.name}
          maxLength={120}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('remove', { name: line.name })}
            onClick={onRemove}
          >
            <IconX {...SMALL_ICON} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.figures}>
        <MoneyInput
          size="xs"
          className={classes.price}
          aria-label={labelled(t('price'))}
          currency={currency}
          value={line.price}
          onChange={(price) => onChange({ price })}
        />
        <span aria-hidden>×</span>
        <CountInput
          size="xs"
          className={classes.quantity}
          aria-label={labelled(t('quantity'))}
          value={line.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
        <span className={classes.lineTotal}>
          <Money amount={lineTotal(line, currency)} currency={currency} />
        </span>
      </div>
      {scope === 'products' && (
        <TextInput
          size="xs"
          aria-label={labelled(t('productId'))}
          placeholder={t('productId')}
          leftSection={<IconBarcode {...SMALL_ICON} />}
          value={line.productId}
          maxLength={255}
          onChange={(event) => onChange({ productId: event.currentTarget.value })}
        />
      )}
      {scope === 'tags' && (
        <TextInput
          size="xs"
          aria-label={labelled(t('tags'))}
          placeholder={t('tagsHelp')}
          leftSection={<IconTag {...SMALL_ICON} />}
          value={line.tags}
          onChange={(event) => onChange({ tags: event.currentTarget.value })}
        />
      )}
    </li>
  );
}

/** The part of the code that the cart needs to begin and to help: the rules as they stand in the form. */
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
