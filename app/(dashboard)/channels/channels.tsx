'use client';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedWhole } from '@/components/ui/listed';
import { ResourceList } from '@/components/ui/resource-list';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { None } from '@/components/ui/none';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { ChannelStatus } from './channel-status';
import classes from './channels.module.css';
import { ProviderIcon } from './provider-icon';
import { SandboxNotice } from './sandbox-notice';
import { useFaults } from './use-faults';

export type Channel = Outputs['channels']['list'][number];

const ADDRESS = { show: 'active', connected: '' };
const SHOWN = ['active', 'all'] as const;

/** Every channel, newest first. The list comes whole, so the filter looks through it here. */
export function Channels() {
  const t = useTranslations('channels');
  const tUi = useTranslations('ui');
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery(useTRPC().channels.list.queryOptions());
  const channels = query.data;
  const show = SHOWN.find((known) => known === address.show) ?? 'active';
  const shown = channels?.filter((channel) => show === 'all' || channel.status !== 'revoked');
  return (
    <ResourceList
      title={t('title')}
      lead={t('lead')}
      action={<LinkButton href="/channels/new">{t('connect.action')}</LinkButton>}
      notices={
        <>
          <SandboxNotice />
          {address.connected !== '' && (
            <Alert
              color="gray"
              mb="md"
              withCloseButton
              closeButtonLabel={tUi('close')}
              onClose={() => setAddress({ connected: '' })}
            >
              {t('connected')}
            </Alert>
          )}
        </>
      }
      empty={{
        icon: <IconPlugConnected {...ICON} />,
        sentence: t('empty.sentence'),
        link: { href: '/docs', label: t('empty.link') },
      }}
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
      list={listedWhole(query, channels, shown)}
      skeleton={<TableSkeleton columns={4} />}
      onClear={show === 'all' || channels?.length === 0 ? undefined : () => setAddress({ show: 'all' })}
      foot={
        <CurlButton
          title={t('api.list')}
          requests={[{ title: t('api.list'), help: t('api.listHelp'), method: 'GET', path: '/api/v1/channels' }]}
        />
      }
    >
      {(rows) => <ChannelTable channels={rows} />}
    </ResourceList>
  );
}

function ChannelTable({ channels }: { channels: readonly Channel[] }) {
  const t = useTranslations('channels');
  const faults = useFaults();
  const columns: Column<Channel>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      cell: (channel) => (
        <span className={classes.name}>
          <ProviderIcon id={channel.provider} family={providerEntry(channel.provider).family} />
          {channel.displayName}
        </span>
      ),
    },
    {
      key: 'provider',
      width: 10,
      head: t('columns.provider'),
      cell: (channel) => providerEntry(channel.provider).label,
    },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      width: 12,
      cell: (channel) => <ChannelStatus status={channel.status} isRefused={faults.has(channel.id)} />,
    },
    {
      key: 'sender',
      head: t('columns.sender'),
      width: 14,
      priority: 1,
      cell: (channel) => <Sender channel={channel} />,
    },
    {
      key: 'created',
      head: t('columns.created'),
      card: 'hidden',
      width: 10,
      cell: (channel) => <RelativeTime value={channel.createdAt} />,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={channels}
      rowKey={(channel) => channel.id}
      rowHref={(channel) => `/channels/${channel.id}`}
      isDimmed={(channel) => channel.status === 'revoked'}
    />
  );
}

/** The sender that the recipient sees, as far as the channel says. */
function Sender({ channel }: { channel: Channel }) {
  const { fromEmail, fromNumber } = channel.config;
  const sender = [fromEmail, fromNumber, channel.externalId === 'pending' ? null : channel.externalId].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof sender === 'string' ? <span className={classes.sender}>{sender}</span> : <None />;
}
