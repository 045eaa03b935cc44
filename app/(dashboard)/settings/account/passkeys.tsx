'use client';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useCanPasskey } from '@/components/passkey-call';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { NameForm } from '@/components/ui/name-form';
import { Panel } from '@/components/ui/panel';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './account.module.css';

const AddPasskeyDrawer = whenOpened(async () => (await import('./add-passkey-drawer')).AddPasskeyDrawer);
const RemovePasskeyDialog = whenOpened(async () => (await import('./remove-passkey-dialog')).RemovePasskeyDialog);

type Passkey = Outputs['accounts']['passkeys']['passkeys'][number];

/** The passkeys with which the person signs in instead of the password. */
export function Passkeys() {
  const t = useTranslations('settings.account.passkeys');
  const trpc = useTRPC();
  const query = useQuery(trpc.accounts.passkeys.queryOptions());
  const canPasskey = useCanPasskey();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [naming, setNaming] = useState<string>();
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  const passkeys = query.data?.passkeys;
  const columns: Column<Passkey>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      cell: (row) => (naming === row.key ? <Renaming passkey={row} onDone={() => setNaming(undefined)} /> : row.name),
    },
    {
      key: 'created',
      head: t('created'),
      width: 9,
      card: 'hidden',
      cell: (row) => <RelativeTime value={row.createdAt} />,
    },
    {
      key: 'used',
      head: t('used'),
      width: 9,
      priority: 1,
      cell: (row) => (row.lastUsedAt === null ? t('never') : <RelativeTime value={row.lastUsedAt} />),
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      width: 13,
      cell: (row) => (
        <Group gap={8} wrap="nowrap" justify="flex-end">
          <Button
            size="xs"
            variant="default"
            aria-label={t('rename.label', { name: row.name })}
            onClick={() => setNaming(row.key)}
          >
            {t('rename.action')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('remove.label', { name: row.name })}
            onClick={() => setRemoving(row)}
          >
            {t('remove.action')}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Panel
      title={t('title')}
      aside={
        canPasskey && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('add.action')}
          </Button>
        )
      }
    >
      <p className={classes.note}>{canPasskey ? t('lead') : t('cannot')}</p>
      {passkeys === undefined ? (
        <TableSkeleton columns={3} rows={1} />
      ) : (
        passkeys.length > 0 && (
          <div className={classes.table}>
            <DataTable label={t('title')} columns={columns} rows={passkeys} rowKey={(row) => row.key} />
          </div>
        )
      )}
      <AddPasskeyDrawer opened={isAdding} onClose={() => setAdding(false)} />
      <RemovePasskeyDialog opened={removing !== null} passkey={removing} onClose={() => setRemoving(null)} />
    </Panel>
  );
}

function Renaming({ passkey: { key, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useTranslations('settings.account.passkeys');
  const trpc = useTRPC();
  const rename = useMutation(trpc.accounts.renamePasskey.mutationOptions({ onSuccess: onDone }));
  return (
    <NameForm
      value={name}
      maxLength={60}
      error={rename.isError ? t('rename.failed') : undefined}
      busy={rename.isPending}
      onSave={(next) => rename.mutate({ key, name: next })}
      onCancel={onDone}
    />
  );
}
