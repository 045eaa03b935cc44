'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CurlButton, type ApiRequest } from '@/components/curl-button';
import type { ReminderDetail } from './reminder';

const BASE = '/api/v1/abandoned-cart';

interface Props {
  /** The buyer of this reminder; without one, a buyer that we make up. */
  of?: Pick<ReminderDetail, 'customerId' | 'cartId' | 'email'>;
  variant?: 'filled' | undefined;
}

const CART = {
  cartSnapshot: {
    items: [{ name: 'Kopi Gayo Natural 200 g', quantity: 2, price: 98_000 }],
    shipping: 15_000,
    total: 211_000,
  },
  valueAtSend: 211_000,
  currencyAtSend: 'IDR',
};

/** The calls of the platform that sends the reminders, in their order. */
export function CallsButton({ of, variant }: Props) {
  const t = useTranslations('abandonedCart.api');
  const [made] = useState(() => Date.now().toString(36));
  const { customerId, cartId, email } = of ?? {
    customerId: `customer-${made}`,
    cartId: `cart-${made}`,
    email: `${made}@example.com`,
  };
  const requests: ApiRequest[] = [
    { title: t('config'), help: t('configHelp'), method: 'GET', path: `${BASE}/config` },
    {
      title: t('record'),
      help: t('recordHelp'),
      method: 'POST',
      path: `${BASE}/reminders`,
      body: { customerId, cartId, email, ...CART, externalSource: 'shop', externalRef: `reminder-${made}` },
    },
    {
      title: t('recover'),
      help: t('recoverHelp'),
      method: 'POST',
      path: `${BASE}/recover`,
      body: { customerId, checkoutSessionId: `order-${made}` },
    },
    { title: t('stats'), help: t('statsHelp'), method: 'GET', path: `${BASE}/stats`, query: 'windowDays=30' },
    { title: t('list'), method: 'GET', path: `${BASE}/reminders`, query: 'limit=50' },
  ];
  return <CurlButton title={t('title')} requests={requests} variant={variant} />;
}
