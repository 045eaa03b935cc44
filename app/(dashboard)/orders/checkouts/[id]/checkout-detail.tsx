'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { BuyerFacts } from '@/app/(dashboard)/orders/buyer-facts';
import { ItemsPanel } from '@/app/(dashboard)/orders/items-panel';
import { FunnelLinks } from '@/app/(dashboard)/orders/funnel-links';
import { orderHref, reachOf, ROOT, type CheckoutPage } from '@/app/(dashboard)/orders/order';
import { CheckoutStatus } from '@/app/(dashboard)/orders/order-status';
import classes from '@/app/(dashboard)/orders/orders.module.css';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Fact, Facts } from '@/components/ui/facts';
import { OutsideLink } from '@/components/ui/outside-link';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';

const LIST = `${ROOT}?view=checkouts`;

/** One checkout: what is in it, whose it is, and what became of it. */
export function CheckoutDetail({ id }: { id: string }) {
  const t = useTranslations('orders');
  return (
    <DetailPage
      query={useQuery(useTRPC().integrations.checkoutPage.queryOptions({ oid: id }))}
      gone={{ title: t('gone.checkout'), message: t('gone.message'), list: { href: LIST, label: t('gone.checkouts') } }}
      skeleton={<DetailSkeleton back={{ href: LIST, label: t('views.checkouts') }} parts={[240, 160]} />}
    >
      {(found) => <OneCheckout found={found} />}
    </DetailPage>
  );
}

function OneCheckout({ found }: { found: CheckoutPage }) {
  const t = useTranslations('orders');
  const { checkout } = found;
  const { url, items, value, currency } = checkout;
  return (
    <>
      <PageHead
        title={reachOf(checkout) ?? t('nobody')}
        aside={<CheckoutStatus status={checkout.status} />}
        lead={t.rich('detail.begun', { when: () => <RelativeTime value={checkout.createdAt} inSentence /> })}
        back={{ href: LIST, label: t('views.checkouts') }}
      />
      <WithSide side={<BuyerFacts of={checkout} contact={found.contact} integration={found.integration} />}>
        <ItemsPanel
          items={items}
          currency={currency}
          sums={[{ key: 'value', label: t('items.amount'), amount: value, isTotal: true }]}
          aside={url !== null && <OutsideLink href={url}>{t('detail.goOn')}</OutsideLink>}
        />
        <Became found={found} />
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[{ title: t('api.checkout'), method: 'GET', path: `/api/v1/integrations/checkouts/${checkout.id}` }]}
      />
    </>
  );
}

function Became({ found: { checkout, order, funnels } }: { found: CheckoutPage }) {
  const t = useTranslations('orders.detail');
  const { abandonedAt, completedAt, acceptsMarketing } = checkout;
  return (
    <Panel title={t('became')}>
      <Facts labels="7rem">
        <Fact label={t('leftAt')}>
          {abandonedAt === null ? (
            <span className={classes.soft}>{t('notLeft')}</span>
          ) : (
            <DateTime value={abandonedAt} />
          )}
        </Fact>
        <Fact label={t('completedAt')}>
          {completedAt === null ? (
            <span className={classes.soft}>{t('notCompleted')}</span>
          ) : (
            <DateTime value={completedAt} />
          )}
        </Fact>
        <Fact label={t('order')}>
          {order === null ? (
            <span className={classes.soft}>{t('noOrder')}</span>
          ) : (
            <Anchor component={Link} href={orderHref(order.id)} inherit>
              {order.number ?? order.externalRef}
            </Anchor>
          )}
        </Fact>
        {funnels.length > 0 && (
          <Fact label={t('letInto')}>
            <FunnelLinks funnels={funnels} />
          </Fact>
        )}
        <Fact label={t('accepts')}>
          {t(`acceptsMarketing.${acceptsMarketing === null ? 'untold' : acceptsMarketing ? 'yes' : 'no'}`)}
        </Fact>
      </Facts>
    </Panel>
  );
}
