'use client';
import { useQuery, useMutation } from '@tanstack/react-query';
import { IconKey } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { listedWhole } from '@/components/ui/listed';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { ResourceList } from '@/components/ui/resource-list';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { useClock } from '@/components/ui/use-clock';
import { whenOpened } from '@/components/ui/when-opened';
import { stateOf } from './key-state';
import { KeyTable } from './key-table';
import { FormDrawer } from '@/components/ui/form-drawer';
import classes from './api-keys.module.css';
import { SignedExamples } from './signed-examples';
import { notifications } from '@mantine/notifications';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { NewButton } from '@/components/ui/new-button';

/** Asks, naming the key and when it was last used, then revokes it for good. */
function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const t = useTranslations('apiKeys.revoke');
  const format = useFormat();
  const now = useClock();
  const trpc = useTRPC();
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('done', { name: apiKey?.name ?? '' }), color: 'gray' });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={apiKey !== null}
      onClose={onClose}
      title={t('title', { name: apiKey?.name ?? '' })}
      confirm={t('confirm')}
      destructive
      call={revoke}
      onConfirm={() => apiKey && revoke.mutate({ id: apiKey.id })}
    >
      <p>{t('message', { keyId: apiKey?.keyId ?? '' })}</p>
      <p>
        {apiKey?.lastUsedAt
          ? t('lastUsed', { when: format.relative(apiKey.lastUsedAt, new Date(now)) })
          : t('neverUsed')}
      </p>
    </ConfirmDialog>
  );
}

/** “Copy as curl” of a key whose secret is no longer known: its name stands in the secret's place. */
function CurlDrawer({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const t = useTranslations('apiKeys.curl');
  const name = apiKey?.name ?? '';
  const placeholder = `<${t('placeholder', { name })}>`;
  return (
    <FormDrawer opened={apiKey !== null} onClose={onClose} title={t('title', { name })}>
      {apiKey && (
        <>
          <p className={classes.help}>{t('help')}</p>
          <SignedExamples keyId={apiKey.keyId} scopes={apiKey.scopes} secret={placeholder} mark={placeholder} />
        </>
      )}
    </FormDrawer>
  );
}

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
        action={<NewButton onClick={() => setAddress({ new: '1' })}>{t('new')}</NewButton>}
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
