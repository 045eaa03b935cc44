'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import type { Outputs } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import classes from './insights.module.css';

type OfCurrency = Outputs['insights']['attribution']['currencies'][number];
type Kind = OfCurrency['touches'][number]['kind'] | 'batch';

interface Source {
  kind: Kind;
  id: string;
  name: string | null;
  orders: number;
  revenue: number;
}

const AT_FIRST = 8;

const PAGE_OF: Record<Kind, string> = {
  affiliate: '/collaborations',
  batch: '/discount-codes/batches',
  broadcast: '/broadcasts',
  code: '/discount-codes',
  funnel: '/funnels',
  referral: '/referrals/links',
};

/** The sources that brought most, whatever they are, each with a bar as long as its share of the first. */
export function Sources({ of: { currency, touches } }: { of: OfCurrency }) {
  const t = useTranslations('insights.attribution');
  const format = useFormat();
  const [all, setAll] = useState(false);
  const sources = useMemo(
    () =>
      touches
        .flatMap(({ kind, sources }) =>
          sources.map(({ isBatch, ...source }): Source => ({ ...source, kind: isBatch === true ? 'batch' : kind })),
        )
        .sort((a, b) => b.revenue - a.revenue || b.orders - a.orders),
    [touches],
  );
  const most = sources[0]?.revenue ?? 0;
  const others = touches.flatMap((touch) => touch.others ?? []);
  const left = others.reduce((sum, each) => sum + each.sources, 0);
  const isWhole = all || sources.length <= AT_FIRST;
  return (
    <section className={classes.sources} aria-label={t('sources')}>
      <h3>{t('sources')}</h3>
      {sources.length === 0 && <p className={classes.none}>{t('nothing')}</p>}
      <ul>
        {(all ? sources : sources.slice(0, AT_FIRST)).map(({ kind, id, name, orders, revenue }) => (
          <li key={`${kind} ${id}`}>
            {name === null ? <span>{t('gone')}</span> : <Link href={`${PAGE_OF[kind]}/${id}`}>{name}</Link>}
            <strong>{format.money(revenue, currency)}</strong>
            <div className={classes.bar} style={{ '--share': `${most === 0 ? 0 : (100 * revenue) / most}%` }} />
            <small>{t(`kind.${kind}`)}</small>
            <small>{t('orders', { orders })}</small>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button variant="default" size="xs" onClick={() => setAll(true)}>
          {t('all', { count: sources.length })}
        </Button>
      )}
      {isWhole && left > 0 && (
        <p className={classes.note}>
          {t('others', {
            count: left,
            revenue: format.money(
              others.reduce((sum, each) => sum + each.revenue, 0),
              currency,
            ),
          })}
        </p>
      )}
    </section>
  );
}
