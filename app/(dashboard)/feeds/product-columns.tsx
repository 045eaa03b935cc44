'use client';
import { useTranslations } from 'next-intl';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { Status } from '@/components/ui/status';
import { None } from '@/components/ui/none';
import type { Product } from './product';
import { SeverityMark } from './severity-mark';
import classes from './feed.module.css';

export function useProductColumns(): Column<Product>[] {
  const t = useTranslations('feeds');
  return [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      width: 16,
      cell: ({ name, externalRef, brand }) => (
        <span className={classes.product}>
          <strong>{name === '' ? t('nameless') : name}</strong>
          <span data-note>{brand === null ? externalRef : `${brand} · ${externalRef}`}</span>
        </span>
      ),
    },
    {
      key: 'price',
      width: 10,
      priority: 2,
      head: t('columns.price'),
      align: 'end',
      cell: ({ priceCents, currency }) => <Money amount={priceCents} currency={currency} />,
    },
    {
      key: 'state',
      head: t('columns.state'),
      card: 'state',
      width: 11,
      cell: (product) => <ProductState product={product} />,
    },
    {
      key: 'findings',
      width: 15,
      priority: 1,
      head: t('columns.findings'),
      cell: ({ findings, feedItem }) => {
        if (feedItem === null) return <None />;
        const [first] = findings;
        if (first === undefined) return <span className={classes.soft}>{t('findings.clean')}</span>;
        return (
          <span className={classes.first}>
            <SeverityMark severity={first.severity} />
            <span>
              {t(`rules.${first.rule}.title`, { limit: first.limit ?? 0 })}
              {findings.length > 1 && (
                <span className={classes.soft}> {t('findings.more', { count: findings.length - 1 })}</span>
              )}
            </span>
          </span>
        );
      },
    },
    {
      key: 'updated',
      card: 'hidden',
      width: 10,
      head: t('columns.updated'),
      cell: ({ updatedAt }) => (
        <span className={classes.when}>
          <RelativeTime value={updatedAt} />
        </span>
      ),
    },
  ];
}

/** The data that the crawler sees of the product, or the reason why it sees nothing. */
export function ProductState({ product }: { product: Pick<Product, 'feedItem' | 'leftOut'> }) {
  const t = useTranslations('feeds.productState');
  if (product.feedItem === null) return <Status kind="off">{t(product.leftOut ?? 'archived')}</Status>;
  return product.feedItem.availability === 'in_stock' ? (
    <Status kind="on">{t('in_stock')}</Status>
  ) : (
    <Status kind="waiting">{t('out_of_stock')}</Status>
  );
}
