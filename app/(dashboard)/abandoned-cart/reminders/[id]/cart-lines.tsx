'use client';
import { Anchor, Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { CartLine } from '@/app/(dashboard)/abandoned-cart/cart-snapshot';
import { useFormat } from '@/components/ui/format';
import { Money } from '@/components/ui/money';
import classes from './reminder.module.css';

/** A cart with more is shown further when asked. */
const SHOWN = 50;

const initialOf = (name: string): string => Array.from(name.trim())[0]?.toUpperCase() ?? '';

/** What was in the cart, a product a line. Pictures of other sites are not loaded, so an initial stands for each. */
export function CartLines({ lines, currency }: { lines: readonly CartLine[]; currency: string }) {
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
