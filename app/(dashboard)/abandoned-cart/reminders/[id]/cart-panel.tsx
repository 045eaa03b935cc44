'use client';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import {
  readCart,
  SUM_KINDS,
  type Cart,
  webAddress,
  type CartLine,
} from '@/app/(dashboard)/abandoned-cart/cart-snapshot';
import type { ReminderDetail } from '@/app/(dashboard)/abandoned-cart/reminder';
import { CopyButton } from '@/components/ui/copy-button';
import { currencyDigits } from '@/server/platform/lib/currency';
import { Money } from '@/components/ui/money';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import { SumLine, SumLines } from '@/components/ui/sum-lines';
import classes from './reminder.module.css';
import { Anchor, Button } from '@mantine/core';
import { treeOf, type Entry } from '@/app/(dashboard)/abandoned-cart/snapshot-tree';
import { useFormat } from '@/components/ui/format';
/** A cart with more is shown further when asked. */
const SHOWN = 50;

const initialOf = (name: string): string => Array.from(name.trim())[0]?.toUpperCase() ?? '';

/**
 * The contents of the cart, one product on each line. Pictures of other sites are not loaded, so an initial stands for
 * each.
 */
function CartLines({ lines, currency }: { lines: readonly CartLine[]; currency: string }) {
  const t = useTranslations('abandonedCart.cart');
  const format = useFormat();
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, SHOWN);
  return (
    <>
      <ul className={classes.lines} aria-label={t('lines')}>
        {shown.map(({ name, variant, sku, quantity, unitPrice, total, href }, at) => (
          // Lines of a snapshot never move, and nothing else tells two of them apart.
          <li key={at}>
            <span className={classes.initial} aria-hidden>
              {initialOf(name)}
            </span>
            <span className={classes.product}>
              {href === null ? (
                <span className={classes.productName}>{name}</span>
              ) : (
                <Anchor
                  href={href}
                  target="_blank"
                  rel="noreferrer noopener"
                  c="inherit"
                  underline="always"
                  className={classes.productName}
                >
                  {name}
                </Anchor>
              )}
              {(variant ?? sku) !== null && (
                <span className={classes.soft}>{[variant, sku].filter((part) => part !== null).join(' · ')}</span>
              )}
            </span>
            <span className={classes.times}>
              {quantity !== null && format.number(quantity)}
              {quantity !== null && unitPrice !== null && ' × '}
              {unitPrice !== null && <Money amount={unitPrice} currency={currency} />}
            </span>
            <span className={classes.total}>{total === null ? '–' : <Money amount={total} currency={currency} />}</span>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setAll(true)}>
          {t('more', { count: lines.length - shown.length })}
        </Button>
      )}
    </>
  );
}

/** Values in all; whoever wants more copies the JSON. */
const LIMIT = 400;

/** All that the shop sent, in its own words. */
function SnapshotTree({ snapshot }: { snapshot: Record<string, unknown> }) {
  const t = useTranslations('abandonedCart.cart');
  const { entries, cut } = useMemo(() => treeOf(snapshot, LIMIT), [snapshot]);
  if (entries.length === 0) return <p className={classes.soft}>{t('empty')}</p>;
  return (
    <>
      <Entries entries={entries} />
      {cut && <p className={classes.soft}>{t('cut')}</p>}
    </>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={classes.tree}>
      {entries.map(({ label, value, below }, at) => (
        <li key={at}>
          <span className={classes.soft}>{label}</span>
          {below ? <Entries entries={below} /> : <Value value={value ?? null} />}
        </li>
      ))}
    </ul>
  );
}

function Value({ value }: { value: string | number | boolean | null }) {
  const t = useTranslations('abandonedCart.cart');
  const format = useFormat();
  if (value === null || value === '') return <span className={classes.soft}>–</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'yes' : 'no')}</span>;
  if (typeof value === 'number') return <span>{format.number(value)}</span>;
  const href = webAddress(value);
  if (href === null) return <span>{value}</span>;
  return (
    <Anchor href={href} target="_blank" rel="noreferrer noopener" inherit>
      {value}
    </Anchor>
  );
}

/**
 * The cart as it was: its lines and what they came to where we can read them, and all that the shop sent in any case.
 */
export function CartPanel({ reminder }: { reminder: ReminderDetail }) {
  const t = useTranslations('abandonedCart.cart');
  const { cartSnapshot, valueAtSend: value, currencyAtSend: currency } = reminder;
  const cart = useMemo(
    () => readCart(cartSnapshot, { value, digits: currencyDigits(currency) }),
    [cartSnapshot, value, currency],
  );
  const link = cart?.href && <OutsideLink href={cart.href}>{t('open')}</OutsideLink>;
  const all = (
    <>
      <SnapshotTree snapshot={cartSnapshot} />
      <div className={classes.copy}>
        <CopyButton value={JSON.stringify(cartSnapshot, null, 2)} label={t('copy')} />
      </div>
    </>
  );
  return (
    <Panel title={t('title')} aside={link}>
      {cart === null ? (
        <p className={classes.unread}>{t('unread')}</p>
      ) : (
        <>
          <CartLines lines={cart.lines} currency={currency} />
          <Sums cart={cart} value={value} currency={currency} />
        </>
      )}
      {cart === null ? (
        all
      ) : (
        <details className={classes.all}>
          <summary>{t('all')}</summary>
          {all}
        </details>
      )}
    </Panel>
  );
}

/**
 * The sums that the snapshot adds up itself, and the value that the reminder was recorded with, which is what counts.
 */
function Sums({ cart: { sums }, value, currency }: { cart: Cart; value: number; currency: string }) {
  const t = useTranslations('abandonedCart.cart');
  const shown = SUM_KINDS.filter((kind) => kind !== 'total' && !(kind === 'subtotal' && sums.subtotal === value));
  return (
    <SumLines>
      {shown.map((kind) => {
        const amount = sums[kind];
        return (
          amount !== undefined && (
            <SumLine
              key={kind}
              label={t(`sums.${kind}`)}
              amount={amount}
              currency={currency}
              isTaken={kind === 'discount'}
            />
          )
        );
      })}
      {sums.total !== undefined && sums.total !== value && (
        <SumLine label={t('sums.total')} amount={sums.total} currency={currency} />
      )}
      <SumLine label={t('value')} amount={value} currency={currency} total="apart" />
    </SumLines>
  );
}
