'use client';
import { useFormat } from '@/components/ui/format';
import classes from './money.module.css';

/** An amount in the smallest unit of its currency, never broken over two lines. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className={classes.money}>{useFormat().money(amount, currency)}</span>;
}
