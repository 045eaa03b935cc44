'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { dayStyle } from '@/app/(dashboard)/discount-codes/use-code-words';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import { AttributionStatus } from './attribution-status';
import { Person } from './person';
import type { Attribution } from './referral';
import classes from './referrals.module.css';

export function useAttributionColumns(): Column<Attribution>[] {
  const t = useTranslations('referrals.attributions');
  const { dateTime } = useFormatter();
  return useMemo(
    () => [
      {
        key: 'referee',
        head: t('columns.referee'),
        card: 'title',
        cell: (row) => <Person id={row.refereeCustomerId} contact={row.referee} />,
      },
      {
        key: 'referrer',
        width: 12,
        head: t('columns.referrer'),
        cell: (row) => (
          <span className={classes.name}>
            <span>{row.referrer?.name ?? row.referrerCustomerId}</span>
            <code data-note>{row.linkCode}</code>
          </span>
        ),
      },
      {
        key: 'status',
        card: 'state',
        width: 14,
        head: t('columns.status'),
        cell: (row) => (
          <span className={classes.state}>
            <AttributionStatus of={row} />
            {row.voidReason !== null && (
              <span data-note className={classes.detail}>
                {t(`why.${row.voidReason}`)}
              </span>
            )}
            {row.status === 'pending' && row.needsReview !== true && (
              <span data-note className={classes.detail}>
                {t('until', {
                  date: dateTime(new Date(row.heldUntil ?? row.expiresAt), dayStyle(row.heldUntil ?? row.expiresAt)),
                })}
              </span>
            )}
          </span>
        ),
      },
      {
        key: 'order',
        width: 10,
        priority: 1,
        head: t('columns.order'),
        align: 'end',
        cell: (row) =>
          row.amount === null || row.currency === null ? (
            <None />
          ) : (
            <Money amount={row.amount} currency={row.currency} />
          ),
      },
      {
        key: 'created',
        width: 10,
        head: t('columns.created'),
        cell: (row) => (
          <span className={classes.when}>
            <RelativeTime value={row.createdAt} />
          </span>
        ),
      },
    ],
    [t, dateTime],
  );
}
