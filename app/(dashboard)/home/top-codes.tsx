'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { Outputs } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import classes from './home.module.css';

/** The codes that were redeemed most, each with its share of the first. */
export function TopCodes({ codes }: { codes: Outputs['insights']['topCodes']['codes'] }) {
  const t = useTranslations('home.topCodes');
  const format = useFormat();
  const most = codes[0]?.redemptions ?? 0;
  if (most === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <ol className={classes.codes}>
      {codes.map(({ id, code, redemptions, revenueByCurrency = {}, revenueDiscountByCurrency = {} }) => (
        <li key={id} className={classes.code}>
          <Link href={`/discount-codes/${id}`}>{code}</Link>
          <span>
            {[
              t('count', { count: redemptions }),
              ...Object.entries(revenueByCurrency).map(([currency, revenue]) =>
                t('revenue', {
                  revenue: format.money(revenue, currency),
                  share: format.percent(revenue === 0 ? 0 : (revenueDiscountByCurrency[currency] ?? 0) / revenue),
                }),
              ),
            ].join(' · ')}
          </span>
          <div className={classes.bar} style={{ '--share': `${(100 * redemptions) / most}%` }} />
        </li>
      ))}
    </ol>
  );
}
