import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/ui/format';
import { Money } from '@/components/ui/money';
import { Panel } from '@/components/ui/panel';
import { SumLine, SumLines } from '@/components/ui/sum-lines';
import type { Order } from './order';
import classes from './orders.module.css';

interface Props {
  items: Order['items'];
  currency: string;
  /** At the right of the title. */
  aside?: ReactNode;
  /** The total, line by line. */
  sums: readonly { key: string; label: string; amount: number; isTotal?: boolean }[];
}

/** The items that were bought, and their total. */
export function ItemsPanel({ items, currency, aside, sums }: Props) {
  const t = useTranslations('orders.items');
  const format = useFormat();
  return (
    <Panel title={t('title')} aside={aside}>
      {items.length === 0 ? (
        <p className={classes.soft}>{t('none')}</p>
      ) : (
        <ul className={classes.items}>
          {items.map(({ name, quantity, price }, at) => (
            // Lines never move, and nothing else tells two of them apart.
            <li key={at}>
              <span>{name === '' ? t('nameless') : name}</span>
              <span className={classes.soft}>
                {format.number(quantity)} × <Money amount={price} currency={currency} />
              </span>
              <Money amount={price * quantity} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      <SumLines>
        {sums.map(({ key, label, amount, isTotal }) => (
          <SumLine
            key={key}
            label={label}
            amount={Math.abs(amount)}
            currency={currency}
            isTaken={amount < 0}
            total={isTotal === true}
          />
        ))}
      </SumLines>
    </Panel>
  );
}
