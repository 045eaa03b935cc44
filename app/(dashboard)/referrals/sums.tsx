'use client';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import classes from './referrals.module.css';

/** Amounts, one a currency; a dash for none. */
export function Sums({ sums }: { sums: readonly { currency: string; amount: number }[] }) {
  if (sums.length === 0) return <None />;
  return (
    <span className={classes.sums}>
      {sums.map(({ currency, amount }) => (
        <Money key={currency} amount={amount} currency={currency} />
      ))}
    </span>
  );
}
