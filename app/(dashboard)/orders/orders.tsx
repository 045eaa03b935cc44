'use client';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { CheckoutList } from './checkout-list';
import { ADDRESS, viewOf, VIEWS } from './order-address';
import { OrderList } from './order-list';

/** What the shops tell of: orders, or checkouts. */
export function Orders() {
  const t = useTranslations('orders');
  const [address, setAddress] = useAddress(ADDRESS);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Tabs
        value={viewOf(address)}
        onChange={(next) => setAddress({ view: next ?? ADDRESS.view, status: ADDRESS.status })}
        color="var(--ink)"
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={t('views.label')}>
          {VIEWS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`views.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="orders">
          <OrderList />
        </Tabs.Panel>
        <Tabs.Panel value="checkouts">
          <CheckoutList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
