'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { BuyerFacts } from '@/app/(dashboard)/orders/buyer-facts';
import { FunnelLinks } from '@/app/(dashboard)/orders/funnel-links';
import { ItemsPanel } from '@/app/(dashboard)/orders/items-panel';
import { checkoutHref, ROOT, type OrderPage } from '@/app/(dashboard)/orders/order';
import { CheckoutStatus, OrderStatus } from '@/app/(dashboard)/orders/order-status';
import classes from '@/app/(dashboard)/orders/orders.module.css';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Fact, Facts } from '@/components/ui/facts';
import { Money } from '@/components/ui/money';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';

/** One order: what was bought, whose it is, and what it set off. */
export function OrderDetail({ id }: { id: string }) {
  const t = useTranslations('orders');
  return (
    <DetailPage
      query={useQuery(useTRPC().integrations.orderPage.queryOptions({ oid: id }))}
      gone={{ title: t('gone.order'), message: t('gone.message'), list: { href: ROOT, label: t('gone.orders') } }}
      skeleton={<DetailSkeleton back={{ href: ROOT, label: t('title') }} parts={[240, 160]} />}
    >
      {(found) => <OneOrder found={found} />}
    </DetailPage>
  );
}

function OneOrder({ found }: { found: OrderPage }) {
  const t = useTranslations('orders');
  const { order } = found;
  const { shipping, tax, discount, refunded, amount, currency, items } = order;
  const sums = [
    ...(shipping === null ? [] : [{ key: 'shipping', label: t('items.shipping'), amount: shipping }]),
    ...(tax === null ? [] : [{ key: 'tax', label: t('items.tax'), amount: tax }]),
    ...(discount === null || discount === 0
      ? []
      : [{ key: 'discount', label: t('items.discount'), amount: -discount }]),
    { key: 'amount', label: t('items.amount'), amount, isTotal: true },
    ...(refunded === 0 ? [] : [{ key: 'refunded', label: t('items.refunded'), amount: -refunded }]),
  ];
  return (
    <>
      <PageHead
        title={t('detail.title', { number: order.number ?? order.externalRef })}
        aside={<OrderStatus status={order.status} />}
        lead={t.rich('detail.placed', { when: () => <RelativeTime value={order.placedAt} inSentence /> })}
        back={{ href: ROOT, label: t('title') }}
      />
      <WithSide
        side={
          <>
            <BuyerFacts of={order} contact={found.contact} integration={found.integration} />
            <Times order={order} />
          </>
        }
      >
        <ItemsPanel items={items} currency={currency} sums={sums} />
        <SetOff found={found} />
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[{ title: t('api.order'), method: 'GET', path: `/api/v1/integrations/orders/${order.id}` }]}
      />
    </>
  );
}

/**
 * The code that it redeemed, the checkout that it completed, what an affiliate earned, and the funnels whose goal it
 * was.
 */
function SetOff({ found: { order, redemption, checkout, commission, funnels } }: { found: OrderPage }) {
  const t = useTranslations('orders.detail');
  return (
    <Panel title={t('setOff')}>
      <Facts labels="7rem">
        <Fact label={t('code')}>
          {redemption === null ? (
            <span className={classes.soft}>
              {order.discountCodes.length === 0
                ? t('noCode')
                : t('codeKept', { codes: order.discountCodes.join(', ') })}
            </span>
          ) : (
            <>
              <Anchor
                component={Link}
                href={`/discount-codes/${redemption.discountCodeId}`}
                inherit
                className={classes.code}
              >
                {redemption.code}
              </Anchor>{' '}
              <span className={classes.soft}>
                <Money amount={redemption.appliedAmount} currency={redemption.currency} />
              </span>
            </>
          )}
        </Fact>
        <Fact label={t('checkout')}>
          {checkout === null ? (
            <span className={classes.soft}>{t('noCheckout')}</span>
          ) : (
            <>
              <Anchor component={Link} href={checkoutHref(checkout.id)} inherit>
                {t(checkout.abandonedAt === null ? 'completed' : 'recovered')}
              </Anchor>{' '}
              <CheckoutStatus status={checkout.status} />
            </>
          )}
        </Fact>
        {commission !== null && (
          <Fact label={t('commission')}>
            <Anchor
              component={Link}
              href={`/commissions?collaboration=${commission.collaborationId}&status=all`}
              inherit
            >
              <Money amount={commission.amount} currency={commission.currency} />
            </Anchor>{' '}
            <span className={classes.soft}>{t('commissionOf', { name: commission.affiliate })}</span>
          </Fact>
        )}
        {funnels.length > 0 && (
          <Fact label={t('goalOf')}>
            <FunnelLinks funnels={funnels} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Times({ order: { placedAt, paidAt, sourceUpdatedAt } }: Pick<OrderPage, 'order'>) {
  const t = useTranslations('orders.detail');
  return (
    <Panel title={t('times')}>
      <Facts labels="7rem">
        <Fact label={t('placedAt')}>
          <DateTime value={placedAt} />
        </Fact>
        <Fact label={t('paidAt')}>
          {paidAt === null ? <span className={classes.soft}>{t('notPaid')}</span> : <DateTime value={paidAt} />}
        </Fact>
        <Fact label={t('changedAt')}>
          <DateTime value={sourceUpdatedAt} />
        </Fact>
      </Facts>
    </Panel>
  );
}
