'use client';
import { useTranslations } from 'next-intl';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { ViewTabs } from '@/components/ui/view-tabs';
import { CheckoutList } from './checkout-list';
import { ADDRESS, viewOf, VIEWS } from './order-address';
import { OrderList } from './order-list';

/** The records that the shops send: orders, or checkouts. */
export function Orders() {
  const t = useTranslations('orders');
  const [address, setAddress] = useAddress(ADDRESS);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <ViewTabs
        label={t('views.label')}
        views={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        value={viewOf(address)}
        onChange={(view) => setAddress({ view, status: ADDRESS.status })}
        panels={{ orders: <OrderList />, checkouts: <CheckoutList /> }}
      />
    </>
  );
}
