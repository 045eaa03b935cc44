'use client';
import { useTranslations } from 'next-intl';
import type { ProductMapping } from '@/components/csv/product-columns';
import { productOf, type Prices } from '@/components/csv/product-rows';
import { Money } from '@/components/ui/money';
import { Panel } from '@/components/ui/panel';
import { useProblemWords } from './use-problem-words';
import classes from './product-import.module.css';

/** The first rows of the file as products, while one maps. */
export function FirstProducts({
  rows,
  mapping,
  prices,
}: {
  rows: readonly string[][];
  mapping: ProductMapping;
  prices: Prices;
}) {
  const t = useTranslations('feeds.import');
  const problem = useProblemWords();
  return (
    <Panel title={t('first')}>
      <ul className={classes.products}>
        {rows.map((cells, at) => {
          const outcome = productOf(cells, mapping, prices);
          if (outcome.product === null)
            return (
              <li key={at}>
                <strong>{cells.find((cell) => cell.trim() !== '')}</strong>
                <p className={classes.refused}>{problem(outcome)}</p>
              </li>
            );
          const { name, externalRef, priceCents, currency, available } = outcome.product;
          return (
            <li key={at}>
              <strong>{name || externalRef}</strong>
              <span>
                <Money amount={priceCents} currency={currency} /> · {t(available ? 'available' : 'unavailable')}
              </span>
              <code>{externalRef}</code>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
