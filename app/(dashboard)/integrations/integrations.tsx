'use client';
import { Button } from '@mantine/core';
import { IconPlus, IconShoppingBag } from '@tabler/icons-react';
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
import { IntegrationTable } from './integration-table';

const IntegrationDrawer = whenOpened(async () => (await import('./integration-drawer')).IntegrationDrawer);

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { new: '' };
/** A shop is looked at within seconds of its connection. */
const REFRESH_MS = 2000;

/** Every shop that is connected, what it brings and how it stands. */
export function Integrations() {
  const t = useTranslations('integrations');
  const format = useFormat();
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery(
    useTRPC().integrations.list.queryOptions(
      {},
      {
        refetchInterval: ({ state }) =>
          state.data?.integrations.some(({ status }) => status === 'pending') === true ? REFRESH_MS : false,
      },
    ),
  );
  const integrations = query.data?.integrations;
  const connect = (
    <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={() => setAddress({ new: '1' })}>
      {t('new')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        count={integrations && integrations.length > 0 ? format.number(integrations.length) : undefined}
        lead={t('lead')}
        action={integrations?.length === 0 ? undefined : connect}
      />
      {!integrations && query.isError && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <TableSkeleton columns={4} />}
      {integrations?.length === 0 && (
        <EmptyState
          icon={<IconShoppingBag {...ICON} />}
          sentence={t('empty.sentence')}
          action={connect}
          link={{ href: '/docs', label: t('empty.link') }}
        />
      )}
      {integrations && integrations.length > 0 && (
        <>
          <IntegrationTable integrations={integrations} />
          <CurlButton
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: '/api/v1/integrations' },
              {
                title: t('api.create'),
                method: 'POST',
                path: '/api/v1/integrations',
                body: { provider: 'http_generic', displayName: 'Toko Bandung' },
              },
            ]}
          />
        </>
      )}
      <IntegrationDrawer opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
    </>
  );
}
