'use client';
import { Button } from '@mantine/core';
import { IconPlus, IconShoppingBag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedWhole } from '@/components/ui/listed';
import { ResourceList } from '@/components/ui/resource-list';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { EVERY } from './integration';
import { IntegrationTable } from './integration-table';
import { PrivacyRequests } from './privacy-requests';

const IntegrationDrawer = whenOpened(async () => (await import('./integration-drawer')).IntegrationDrawer);

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { show: 'connected', new: '' };
const SHOWN = ['connected', 'all'] as const;
/** A shop is looked at within seconds of its connection. */
const REFRESH_MS = 2000;

/** Every shop, what it brings and how it stands. The list comes whole, so the filter looks through it here. */
export function Integrations() {
  const t = useTranslations('integrations');
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery(
    useTRPC().integrations.list.queryOptions(EVERY, {
      refetchInterval: ({ state }) =>
        state.data?.integrations.some(({ status }) => status === 'pending') === true ? REFRESH_MS : false,
    }),
  );
  const all = query.data?.integrations;
  const show = SHOWN.find((known) => known === address.show) ?? 'connected';
  return (
    <>
      <ResourceList
        title={t('title')}
        lead={t('lead')}
        action={
          <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={() => setAddress({ new: '1' })}>
            {t('new')}
          </Button>
        }
        empty={{
          icon: <IconShoppingBag {...ICON} />,
          sentence: t('empty.sentence'),
          link: { href: '/docs', label: t('empty.link') },
        }}
        notices={<PrivacyRequests />}
        toolbar={
          <ListToolbar
            filters={
              <FilterChips
                label={t('filters.label')}
                options={SHOWN.map((value) => ({ value, label: t(`filters.${value}`) }))}
                value={show}
                onChange={(value) => setAddress({ show: value })}
              />
            }
          />
        }
        list={listedWhole(
          query,
          all,
          all?.filter(({ status }) => show === 'all' || status !== 'revoked'),
        )}
        skeleton={<TableSkeleton columns={4} />}
        onClear={show === 'all' || all?.length === 0 ? undefined : () => setAddress({ show: 'all' })}
        foot={
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
        }
      >
        {(rows) => <IntegrationTable integrations={rows} />}
      </ResourceList>
      <IntegrationDrawer opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
    </>
  );
}
