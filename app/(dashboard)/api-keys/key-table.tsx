'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots, IconTerminal2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { SMALL_ICON } from '@/components/ui/icon';
import { Status } from '@/components/ui/status';
import type { ApiKey } from './api-keys';
import classes from './api-keys.module.css';

interface Props {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
  onCurl: (key: ApiKey) => void;
}

export function KeyTable({ keys, onRevoke, onCurl }: Props) {
  const t = useTranslations('apiKeys');
  const tUi = useTranslations('ui');
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      cell: (key) => (
        <div className={classes.name}>
          <span>{key.name}</span>
          {key.revokedAt === null ? (
            <Status kind="on">{t('status.live')}</Status>
          ) : (
            <Status kind="off">{t('status.revoked')}</Status>
          )}
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
        <span className={classes.scopes}>{key.scopes.map((scope) => t(`scopes.${scope}`)).join(', ')}</span>
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
      cell: (key) => (key.revokedAt === null ? <KeyMenu apiKey={key} onRevoke={onRevoke} onCurl={onCurl} /> : null),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={keys}
      rowKey={(key) => key.id}
      isDimmed={(key) => key.revokedAt !== null}
    />
  );
}

function KeyMenu({ apiKey, onRevoke, onCurl }: { apiKey: ApiKey } & Pick<Props, 'onRevoke' | 'onCurl'>) {
  const t = useTranslations('apiKeys');
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('rowActions', { name: apiKey.name })}>
          <IconDots {...SMALL_ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTerminal2 {...SMALL_ICON} />} onClick={() => onCurl(apiKey)}>
          {t('curl.action')}
        </Menu.Item>
        <Menu.Item leftSection={<IconBan {...SMALL_ICON} />} color="red" onClick={() => onRevoke(apiKey)}>
          {t('revoke.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
