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
import { useClock } from '@/components/ui/use-clock';
import { whenOpened } from '@/components/ui/when-opened';
import { CurlDrawer } from './curl-drawer';
import { stateOf } from './key-state';
import { KeyTable } from './key-table';
import { RevokeKey } from './revoke-key';

const CreateKey = whenOpened(async () => (await import('./create-key')).CreateKey);
const ChangeBounds = whenOpened(async () => (await import('./change-bounds')).ChangeBounds);
const CallsDrawer = whenOpened(async () => (await import('./calls-drawer')).CallsDrawer);

export type ApiKey = Outputs['apiKeys']['list']['apiKeys'][number];

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { q: '', status: 'all', new: '' };
const STATUSES = ['all', 'live', 'expired', 'revoked'] as const;

function matches(key: ApiKey, search: string, status: string, now: number): boolean {
  if (status !== 'all' && status !== stateOf(key, now)) return false;
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
  const [changing, setChanging] = useState<ApiKey | null>(null);
  const [calling, setCalling] = useState<ApiKey | null>(null);
  const now = useClock();
  const query = useQuery(trpc.apiKeys.list.queryOptions());
  const keys = query.data?.apiKeys;
  const status = STATUSES.find((known) => known === address.status) ?? 'all';
  const shown = keys?.filter((key) => matches(key, address.q, status, now));

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
        {(rows) => (
          <KeyTable
            keys={rows}
            onRevoke={setRevoking}
            onCurl={setShowing}
            onChange={setChanging}
            onCalls={setCalling}
          />
        )}
      </ResourceList>
      <CreateKey opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
      <ChangeBounds opened={changing !== null} apiKey={changing} onClose={() => setChanging(null)} />
      <CallsDrawer opened={calling !== null} apiKey={calling} onClose={() => setCalling(null)} />
      <CurlDrawer apiKey={showing} onClose={() => setShowing(null)} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}
