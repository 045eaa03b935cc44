'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import classes from './auth.module.css';

const SUBTOTAL = 450_000;
const PERCENT = 25;

/** A cart with a code on it, drawn with what the code really takes off. */
export function SampleReceipt() {
  const t = useTranslations('auth.promise');
  const { money } = useFormat();
  const off = (SUBTOTAL * PERCENT) / 100;
  const amount = (value: number) => money(value, 'IDR');
  return (
    <div
      className={classes.receipt}
      role="img"
      aria-label={t('caption', { subtotal: amount(SUBTOTAL), total: amount(SUBTOTAL - off) })}
    >
      <div className={classes.paper}>
        <p>{t('cart')}</p>
        <div className={classes.row}>
          <span>{t('item')} × 2</span>
          <span>{amount(SUBTOTAL)}</span>
        </div>
        <div className={classes.slot} />
        <div className={`${classes.row} ${classes.total}`}>
          <span>{t('total')}</span>
          <span>{amount(SUBTOTAL - off)}</span>
        </div>
      </div>
      <div className={classes.discount}>
        <span>{t('discount')}</span>
        <span>−{amount(off)}</span>
      </div>
    </div>
  );
}
