'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconClockShield, IconDots, IconHistory, IconTerminal2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { SMALL_ICON } from '@/components/ui/icon';
import { Status } from '@/components/ui/status';
import { useClock } from '@/components/ui/use-clock';
import type { ApiKey } from './api-keys';
import classes from './api-keys.module.css';
import { stateOf } from './key-state';

interface Props {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
  onCurl: (key: ApiKey) => void;
  onChange: (key: ApiKey) => void;
  onCalls: (key: ApiKey) => void;
}

export function KeyTable({ keys, ...menu }: Props) {
  const t = useTranslations('apiKeys');
  const tUi = useTranslations('ui');
  const now = useClock();
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      cell: (key) => (
        <div className={classes.name}>
          <span>{key.name}</span>
          <Status kind={stateOf(key, now) === 'live' ? 'on' : 'off'}>{t(`status.${stateOf(key, now)}`)}</Status>
        </div>
      ),
    },
    {
      key: 'keyId',
      width: 15,
      priority: 1,
      head: t('columns.keyId'),
      cell: (key) => (
        <div className={classes.id}>
          <code>{key.keyId}</code>
          <small data-note>{t('secretPreview', { preview: key.secretPreview })}</small>
        </div>
      ),
    },
    {
      key: 'scopes',
      card: 'hidden',
      width: 10,
      head: t('columns.scopes'),
      cell: (key) => (
        <div className={classes.scopes}>
          {key.scopes.map((scope) => t(`scopes.${scope}`)).join(', ')}
          {key.allowedIps !== null && <small>{t('bounds.from', { count: key.allowedIps.length })}</small>}
          {key.revokedAt === null && key.expiresAt !== null && (
            <small>
              {t.rich(stateOf(key, now) === 'expired' ? 'status.expiredWhen' : 'status.expiresWhen', {
                when: () => <RelativeTime value={key.expiresAt ?? ''} inSentence />,
              })}
            </small>
          )}
        </div>
      ),
    },
    {
      key: 'lastUsed',
      width: 10,
      head: t('columns.lastUsed'),
      cell: (key) =>
        key.lastUsedAt === null ? (
          <span className={classes.never}>{tUi('never')}</span>
        ) : (
          <RelativeTime value={key.lastUsedAt} />
        ),
    },
    {
      key: 'created',
      card: 'hidden',
      width: 12,
      priority: -1,
      head: t('columns.created'),
      cell: (key) => (
        <div className={classes.when}>
          <RelativeTime value={key.createdAt} />
          {key.revokedAt !== null && (
            <small>
              {t.rich('status.revokedWhen', { when: () => <RelativeTime value={key.revokedAt ?? ''} inSentence /> })}
            </small>
          )}
        </div>
      ),
    },
    {
      key: 'actions',
      head: t('columns.actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      cell: (key) => <KeyMenu apiKey={key} {...menu} />,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={keys}
      rowKey={(key) => key.id}
      isDimmed={(key) => stateOf(key, now) !== 'live'}
    />
  );
}

function KeyMenu({ apiKey, onRevoke, onCurl, onChange, onCalls }: { apiKey: ApiKey } & Omit<Props, 'keys'>) {
  const t = useTranslations('apiKeys');
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('rowActions', { name: apiKey.name })}>
          <IconDots {...SMALL_ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconHistory {...SMALL_ICON} />} onClick={() => onCalls(apiKey)}>
          {t('calls.action')}
        </Menu.Item>
        {apiKey.revokedAt === null && (
          <>
            <Menu.Item leftSection={<IconTerminal2 {...SMALL_ICON} />} onClick={() => onCurl(apiKey)}>
              {t('curl.action')}
            </Menu.Item>
            <Menu.Item leftSection={<IconClockShield {...SMALL_ICON} />} onClick={() => onChange(apiKey)}>
              {t('bounds.action')}
            </Menu.Item>
            <Menu.Item leftSection={<IconBan {...SMALL_ICON} />} color="red" onClick={() => onRevoke(apiKey)}>
              {t('revoke.action')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
