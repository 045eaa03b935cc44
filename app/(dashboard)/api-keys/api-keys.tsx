'use client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { listedWhole } from '@/components/ui/listed';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { ResourceList } from '@/components/ui/resource-list';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { CurlDrawer } from './curl-drawer';
import { KeyTable } from './key-table';
import { RevokeKey } from './revoke-key';

const CreateKey = whenOpened(async () => (await import('./create-key')).CreateKey);

export type ApiKey = Outputs['apiKeys']['list']['apiKeys'][number];

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { q: '', status: 'all', new: '' };
const STATUSES = ['all', 'live', 'revoked'] as const;

function matches(key: ApiKey, search: string, status: string): boolean {
  if (status === 'live' && key.revokedAt !== null) return false;
  if (status === 'revoked' && key.revokedAt === null) return false;
  const wanted = search.toLowerCase();
  return key.name.toLowerCase().includes(wanted) || key.keyId.toLowerCase().includes(wanted);
}

/** The list: every key, revoked ones too. It comes whole, so search and filter look through it here. */
export function ApiKeys() {
  const t = useTranslations('apiKeys');
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(ADDRESS);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [showing, setShowing] = useState<ApiKey | null>(null);
  const query = useQuery(trpc.apiKeys.list.queryOptions());
  const keys = query.data?.apiKeys;
  const shown = keys?.filter((key) => matches(key, address.q, address.status));
  const status = STATUSES.find((known) => known === address.status) ?? 'all';

  const filtered = address.q !== '' || status !== 'all';
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
          icon: <IconKey {...ICON} />,
          sentence: t('empty.sentence'),
          link: { href: '/docs', label: t('empty.link') },
        }}
        toolbar={
          <ListToolbar
            search={<SearchField label={t('search')} value={address.q} onChange={(q) => setAddress({ q })} />}
            filters={
              <FilterChips
                label={t('filters.label')}
                options={STATUSES.map((value) => ({ value, label: t(`filters.${value}`) }))}
                value={status}
                onChange={(value) => setAddress({ status: value })}
              />
            }
          />
        }
        list={listedWhole(query, keys, shown)}
        skeleton={<TableSkeleton columns={5} />}
        onClear={filtered ? () => setAddress({ q: '', status: 'all' }) : undefined}
      >
        {(rows) => <KeyTable keys={rows} onRevoke={setRevoking} onCurl={setShowing} />}
      </ResourceList>
      <CreateKey opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
      <CurlDrawer apiKey={showing} onClose={() => setShowing(null)} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}
