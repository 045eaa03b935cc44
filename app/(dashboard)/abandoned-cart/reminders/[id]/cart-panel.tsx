'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { readCart, SUM_KINDS, type Cart } from '@/app/(dashboard)/abandoned-cart/cart-snapshot';
import type { ReminderDetail } from '@/app/(dashboard)/abandoned-cart/reminder';
import { CopyButton } from '@/components/ui/copy-button';
import { currencyDigits } from '@/server/lib/currency';
import { Money } from '@/components/ui/money';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import { CartLines } from './cart-lines';
import { SnapshotTree } from './snapshot-tree-view';
import classes from './reminder.module.css';

/** The cart as it was: its lines and what they came to where we can read them, and all that the shop sent in any case. */
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

/** What the snapshot adds up itself, and what the reminder was recorded with, which is what counts. */
function Sums({ cart: { sums }, value, currency }: { cart: Cart; value: number; currency: string }) {
  const t = useTranslations('abandonedCart.cart');
  const shown = SUM_KINDS.filter((kind) => kind !== 'total' && !(kind === 'subtotal' && sums.subtotal === value));
  return (
    <dl className={classes.sums}>
      {shown.map((kind) => {
        const amount = sums[kind];
        return (
          amount !== undefined && (
            <div key={kind}>
              <dt>{t(`sums.${kind}`)}</dt>
              <dd>
                {kind === 'discount' && '−'}
                <Money amount={amount} currency={currency} />
              </dd>
            </div>
          )
        );
      })}
      {sums.total !== undefined && sums.total !== value && (
        <div>
          <dt>{t('sums.total')}</dt>
          <dd>
            <Money amount={sums.total} currency={currency} />
          </dd>
        </div>
      )}
      <div className={classes.value}>
        <dt>{t('value')}</dt>
        <dd>
          <Money amount={value} currency={currency} />
        </dd>
      </div>
    </dl>
  );
}
