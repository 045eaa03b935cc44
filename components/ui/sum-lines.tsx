import type { ReactNode } from 'react';
import { Money } from '@/components/ui/money';
import classes from './sum-lines.module.css';

/** A sum, line by line. */
export function SumLines({ children }: { children: ReactNode }) {
  return <dl className={classes.sums}>{children}</dl>;
}

interface Props {
  label: string;
  amount: number;
  currency: string;
  /** True when the line is subtracted. */
  isTaken?: boolean;
  /** True for the total; `apart` adds a little room above. */
  total?: boolean | 'apart';
}

export function SumLine({ label, amount, currency, isTaken = false, total = false }: Props) {
  return (
    <div data-total={total || undefined}>
      <dt>{label}</dt>
      <dd>
        {isTaken && '−'}
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}
