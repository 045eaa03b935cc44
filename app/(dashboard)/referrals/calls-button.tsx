'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton, type ApiRequest } from '@/components/curl-button';

const BASE = '/api/v1/referrals';
/** The amount of the sample's order, unless the program wants more. */
const AMOUNT = 100_000;

interface Props {
  /** The calls name this link and its customer; without one, a customer that we make up. */
  link?: { code: string; customerId: string } | undefined;
}

/** The calls of a shop's server that take one customer from a link to a reward, in their order. */
export function CallsButton({ link }: Props) {
  const t = useTranslations('referrals.api');
  const program = useQuery(useTRPC().referrals.getProgram.queryOptions()).data;
  const [made] = useState(() => Date.now().toString(36));
  const code = link?.code ?? `<${t('sampleCode')}>`;
  const [friend, session] = [`friend-${made}`, `order-${made}`];
  const call = (path: string, title: string, help: string, body: unknown): ApiRequest => ({
    title,
    help,
    method: 'POST',
    path: `${BASE}/${path}`,
    body,
  });
  const requests: ApiRequest[] = [
    call('links/issue', t('issue'), t('issueHelp'), { customerId: link?.customerId ?? `customer-${made}` }),
    call('links/click', t('click'), t('clickHelp', { code }), { code }),
    call('attributions/signup', t('signup'), t('signupHelp'), {
      refereeCustomerId: friend,
      refereeEmail: `${friend}@example.com`,
      linkCode: code,
    }),
    call('attributions/checkout-start', t('checkout'), t('checkoutHelp'), {
      customerId: friend,
      checkoutSessionId: session,
    }),
    call('attributions/fulfill', t('fulfill'), t('fulfillHelp'), {
      checkoutSessionId: session,
      status: 'completed',
      currency: program?.currency ?? 'IDR',
      amount: Math.max(program?.minPurchaseAmount ?? 0, AMOUNT),
    }),
    call('attributions/void', t('void'), t('voidHelp'), { checkoutSessionId: session }),
    { title: t('stats'), help: t('statsHelp'), method: 'GET', path: `${BASE}/stats` },
  ];
  return <CurlButton title={t('title')} requests={requests} />;
}
