'use client';
import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { DeliveryOff } from './delivery-off';
import { EndpointTable } from './endpoint-table';
import { VerifySignature } from './verify-signature';

const EndpointDrawer = whenOpened(async () => (await import('./endpoint-drawer')).EndpointDrawer);

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { new: '' };

/** Every endpoint with how it is doing, and how a receiver tells that a delivery is ours. */
export function Webhooks() {
  const t = useTranslations('webhooks');
  const format = useFormat();
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery(useTRPC().webhooks.overview.queryOptions());
  const endpoints = query.data?.endpoints;
  const newEndpoint = (
    <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={() => setAddress({ new: '1' })}>
      {t('new')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        count={endpoints && endpoints.length > 0 ? format.number(endpoints.length) : undefined}
        lead={t('lead')}
        action={endpoints?.length === 0 ? undefined : newEndpoint}
      />
      {query.data?.deliveryEnabled === false && <DeliveryOff />}
      {!endpoints && query.isError && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <TableSkeleton columns={5} />}
      {endpoints?.length === 0 && (
        <EmptyState
          icon={<IconWebhook {...ICON} />}
          sentence={t('empty.sentence')}
          action={newEndpoint}
          link={{ href: '/docs', label: t('empty.link') }}
        />
      )}
      {endpoints && endpoints.length > 0 && (
        <>
          <EndpointTable endpoints={endpoints} />
          <CurlButton
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: '/api/v1/webhooks/endpoints' },
              {
                title: t('api.create'),
                method: 'POST',
                path: '/api/v1/webhooks/endpoints',
                body: { url: 'https://shop.example/hooks/laris', events: ['svc.contact.created.v1'] },
              },
              { title: t('api.events'), method: 'GET', path: '/api/v1/webhooks/events' },
            ]}
          />
          <VerifySignature />
        </>
      )}
      <EndpointDrawer opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
    </>
  );
}
