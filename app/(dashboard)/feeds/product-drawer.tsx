'use client';
import { Skeleton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { FormDrawer } from '@/components/ui/form-drawer';
import { ICON } from '@/components/ui/icon';
import { Money } from '@/components/ui/money';
import { OutsideLink } from '@/components/ui/outside-link';
import { keysOf } from '@/server/platform/lib/narrow';
import { ELEMENTS } from '@/server/modules/shops/feeds/vocabulary';
import type { Product } from './product';
import { ProductState } from './product-columns';
import { SeverityMark } from './severity-mark';
import classes from './feed.module.css';

/** One product as the crawler sees it, and what it would say. `externalRef` empty: closed. */
export function ProductDrawer({ externalRef, onClose }: { externalRef: string; onClose: () => void }) {
  const t = useTranslations('feeds');
  const trpc = useTRPC();
  const query = useQuery(
    trpc.feeds.listProducts.queryOptions({ q: externalRef.slice(0, 100), limit: 100 }, { enabled: externalRef !== '' }),
  );
  const product = query.data?.items.find((each) => each.externalRef === externalRef);
  return (
    <FormDrawer opened={externalRef !== ''} onClose={onClose} title={product?.name ?? externalRef}>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={320} />}
      {query.isSuccess && product === undefined && <p>{t('gone')}</p>}
      {product && <ProductDetail product={product} />}
    </FormDrawer>
  );
}

function ProductDetail({ product }: { product: Product }) {
  const t = useTranslations('feeds');
  const item = product.feedItem;
  return (
    <div className={classes.detail}>
      <ProductState product={product} />
      {item === null ? (
        <p className={classes.help}>{t(`leftOut.${product.leftOut ?? 'archived'}`)}</p>
      ) : (
        <>
          <article className={classes.card} aria-label={t('crawler.card')}>
            <div className={classes.picture}>
              {item.imageLink === null ? <IconPhotoOff {...ICON} /> : <span aria-hidden>{initialOf(item.title)}</span>}
            </div>
            <div>
              <strong>{item.title}</strong>
              <span className={classes.price}>
                <Money amount={product.priceCents} currency={product.currency} />
              </span>
              <span className={classes.soft}>{item.brand ?? t('crawler.noBrand')}</span>
            </div>
          </article>
          {product.findings.length > 0 && (
            <section aria-label={t('findings.title')}>
              <h3>{t('findings.title')}</h3>
              <ul className={classes.notes}>
                {product.findings.map(({ rule, severity, limit, source }) => (
                  <li key={rule}>
                    <SeverityMark severity={severity} />
                    <div>
                      <strong>{t(`rules.${rule}.title`, { limit: limit ?? 0 })}</strong>
                      <p>{t(`rules.${rule}.advice`, { limit: limit ?? 0 })}</p>
                      <OutsideLink href={source} size="xs">
                        {t('findings.source')}
                      </OutsideLink>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-label={t('crawler.title')}>
            <h3>{t('crawler.title')}</h3>
            <Facts labels="12.5rem" values="12rem">
              {keysOf(ELEMENTS).flatMap((field) => {
                const value = item[field];
                // What came later is shown only of products whose shop sends it.
                if (value === undefined) return [];
                return (
                  <Fact key={field} label={ELEMENTS[field]}>
                    {value === null ? (
                      <span className={classes.soft}>{t('crawler.leftOut')}</span>
                    ) : (
                      [value].flat().join(', ')
                    )}
                  </Fact>
                );
              })}
            </Facts>
          </section>
        </>
      )}
    </div>
  );
}

const initialOf = (title: string): string => Array.from(title.trim())[0]?.toUpperCase() ?? '?';
