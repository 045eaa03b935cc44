'use client';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { keysOf } from '@/server/platform/lib/narrow';
import { Change } from './change';
import classes from './home.module.css';

type Overview = Outputs['insights']['overview'];
type Groups = Pick<Overview, 'discounts' | 'referrals' | 'carts' | 'funnels' | 'affiliates'>;

const KINDS = {
  recovered: ({ carts }: Groups) => carts.valueByCurrency,
  funnels: ({ funnels }: Groups) => funnels.revenueByCurrency,
  affiliates: ({ affiliates }: Groups) => affiliates.revenueByCurrency,
  referred: ({ referrals }: Groups) => referrals.revenueByCurrency,
  given: ({ discounts }: Groups) => discounts.appliedByCurrency,
} as const;
const KIND_NAMES = keysOf(KINDS);

/** Money that came in and money that was given, each currency by itself, the largest first. */
export function MoneyMoved({ figures }: { figures: Overview }) {
  const t = useTranslations('home.money');
  const format = useFormat();
  const lines = KIND_NAMES.map((kind) => {
    const [now, before] = [KINDS[kind](figures), figures.previous === undefined ? {} : KINDS[kind](figures.previous)];
    const currencies = [...new Set([...Object.keys(now), ...Object.keys(before)])];
    return {
      kind,
      amounts: currencies
        .map((currency) => ({ currency, current: now[currency] ?? 0, previous: before[currency] ?? 0 }))
        .sort((a, b) => b.current - a.current),
    };
  });
  return (
    <Panel title={t('title')}>
      <dl className={classes.money}>
        {lines.map(({ kind, amounts }) => (
          <div key={kind}>
            <dt>{t(`kinds.${kind}`)}</dt>
            {amounts.length === 0 && <dd className={classes.nothing}>{t('nothing')}</dd>}
            {amounts.map(({ currency, current, previous }) => (
              <dd key={currency}>
                <output>{format.money(current, currency)}</output>
                <Change current={current} previous={previous} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
