'use client';
import { Button } from '@mantine/core';
import { IconMailOff, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ROOT, type Suppression } from '@/app/(dashboard)/abandoned-cart/reminder';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { useMay } from '@/components/shell/use-may';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { ResourceTable } from '@/components/ui/resource-table';
import { SearchField } from '@/components/ui/search-field';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { DEFAULTS, listOptions, searchOf } from './suppression-address';
import classes from './suppressions.module.css';
import { notifications } from '@mantine/notifications';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** Asks, saying what it means, then lets the buyer be reminded again. */
function RemoveSuppression({ suppression, onClose }: { suppression: Suppression | null; onClose: () => void }) {
  const t = useTranslations('abandonedCart.suppressions');
  const trpc = useTRPC();
  const email = suppression?.email ?? '';
  const remove = useMutation(
    trpc.abandonedCart.removeSuppression.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'gray', message: t('removed', { email }) });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={suppression !== null}
      onClose={onClose}
      title={t('removeTitle', { email })}
      confirm={t('remove')}
      call={remove}
      onConfirm={() => suppression && remove.mutate({ email })}
    >
      <p>{t('removeMessage')}</p>
    </ConfirmDialog>
  );
}

const AddSuppression = whenOpened(async () => (await import('./add-suppression')).AddSuppression);

const PATH = '/api/v1/abandoned-cart/suppressions';

/** Buyers who get no reminders, whether they said so themselves or somebody did for them. */
export function Suppressions() {
  const t = useTranslations('abandonedCart');
  const words = useTranslations('ui');
  const may = useMay();
  const [address, setAddress] = useAddress(DEFAULTS);
  const [removing, setRemoving] = useState<Suppression | null>(null);
  const q = searchOf(address);
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), q)), (page) => page.items);
  const columns: Column<Suppression>[] = [
    {
      key: 'email',
      head: t('suppressions.email'),
      card: 'title',
      cell: (row) => <span className={classes.email}>{row.email}</span>,
    },
    {
      key: 'since',
      width: 10,
      head: t('suppressions.since'),
      cell: (row) =>
        row.optedOutAt !== null && (
          <span className={classes.when}>
            <RelativeTime value={row.optedOutAt} />
          </span>
        ),
    },
    {
      key: 'actions',
      head: words('actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      width: 12,
      cell: (row) =>
        may('write') && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('suppressions.removeOne', { email: row.email })}
            onClick={() => setRemoving(row)}
          >
            {t('suppressions.remove')}
          </Button>
        ),
    },
  ];
  const add = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={() => setAddress({ new: '1' })}>
      {t('suppressions.add')}
    </Button>
  );
  const sample = list.rows?.[0]?.email ?? 'sari@toko.example';
  return (
    <>
      <ResourceTable
        title={t('suppressions.title')}
        lead={t('suppressions.lead')}
        back={{ href: ROOT, label: t('title') }}
        action={add}
        empty={{ icon: <IconMailOff {...ICON} />, sentence: t('suppressions.none') }}
        toolbar={
          <ListToolbar
            search={
              <SearchField
                label={t('suppressions.search')}
                value={address.q}
                onChange={(next) => setAddress({ q: next })}
              />
            }
          />
        }
        list={list}
        onClear={q === '' ? undefined : () => setAddress({ q: '' })}
        foot={
          <CurlButton
            title={t('suppressions.api.title')}
            requests={[
              { title: t('suppressions.api.list'), method: 'GET', path: PATH, query: 'limit=200' },
              { title: t('suppressions.api.add'), method: 'POST', path: PATH, body: { email: sample } },
              {
                title: t('suppressions.api.remove'),
                help: t('suppressions.api.removeHelp'),
                method: 'DELETE',
                path: `${PATH}/${encodeURIComponent(sample)}`,
              },
            ]}
          />
        }
        columns={columns}
        rowsBefore={6}
      />
      <AddSuppression opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
      <RemoveSuppression suppression={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
