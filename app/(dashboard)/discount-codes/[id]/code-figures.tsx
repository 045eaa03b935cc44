'use client';
import { Progress, Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import type { Outputs } from '@/app/trpc';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from './code-detail.module.css';

export type Activity = Outputs['discountCodes']['activity'];

/** Redemptions, what was given per currency, and what is left of the limit. */
export function CodeFigures({ code, activity }: { code: Code; activity: Activity | undefined }) {
  const t = useTranslations('discountCodes.figures');
  const format = useFormat();
  const recent = activity?.points.slice(-30).reduce((sum, point) => sum + point.redemptions, 0);
  const totals = activity?.totals ?? [];
  return (
    <Panel className={classes.figures}>
      <div className={classes.figureRow}>
        <Figure
          label={t('redemptions')}
          current={code.redemptionCount}
          chart={
            <p className={classes.detail}>
              {recent === undefined ? (
                <Skeleton height={20} width={120} component="span" display="block" />
              ) : (
                t('recent', { count: recent })
              )}
            </p>
          }
        />
        {activity === undefined && <Skeleton height={72} />}
        {activity !== undefined && totals.length === 0 && (
          <Figure
            label={t('given')}
            current={0}
            write={(none) => format.money(none, code.currency)}
            chart={<p className={classes.detail}>{t('nothing')}</p>}
          />
        )}
        {totals.map(({ currency, amount, shipping, redemptions }) => (
          <Figure
            key={currency}
            label={totals.length > 1 ? t('givenIn', { currency }) : t('given')}
            current={amount + shipping}
            write={(given) => format.money(given, currency)}
            chart={
              <p className={classes.detail}>
                {shipping > 0 && amount > 0
                  ? t('shippingPart', { amount: format.money(shipping, currency) })
                  : t('average', { amount: format.money(Math.round((amount + shipping) / redemptions), currency) })}
              </p>
            }
          />
        ))}
        {totals
          .filter(({ orders }) => orders > 0)
          .map(({ currency, orders, revenue, revenueDiscount }) => (
            <Figure
              key={`revenue of ${currency}`}
              label={totals.length > 1 ? t('revenueIn', { currency }) : t('revenue')}
              current={revenue}
              write={(paid) => format.money(paid, currency)}
              chart={
                <p className={classes.detail}>
                  {t('revenuePart', { orders, share: format.percent(revenue === 0 ? 0 : revenueDiscount / revenue) })}
                </p>
              }
            />
          ))}
        <UsesLeft code={code} />
      </div>
    </Panel>
  );
}

function UsesLeft({ code: { maxUsesTotal: limit, redemptionCount: used } }: { code: Code }) {
  const t = useTranslations('discountCodes.figures');
  if (limit === null)
    return (
      <Figure
        label={t('left')}
        current={0}
        write={() => t('unlimited')}
        chart={<p className={classes.detail}>{t('noLimit')}</p>}
      />
    );
  return (
    <Figure
      label={t('left')}
      current={Math.max(0, limit - used)}
      chart={
        <>
          <p className={classes.detail}>{t('limitOf', { limit })}</p>
          <Progress value={(100 * Math.min(used, limit)) / limit} size={4} color="var(--ink)" aria-label={t('left')} />
        </>
      }
    />
  );
}
