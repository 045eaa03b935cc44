import { Fragment } from 'react';
import { Money } from './money';
import { None } from './none';
import classes from './sums.module.css';

/** Amounts, one a currency, below each other; a dash for none. */
export function Sums({ sums }: { sums: readonly { currency: string; amount: number }[] }) {
  if (sums.length === 0) return <None />;
  return (
    <span className={classes.sums}>
      {sums.map(({ currency, amount }, place) => (
        <Fragment key={currency}>
          {/* In a card, where they stand in one line, it may break here. */}
          {place > 0 && ' '}
          <Money amount={amount} currency={currency} />
        </Fragment>
      ))}
    </span>
  );
}
