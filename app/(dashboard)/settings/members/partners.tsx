'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Status } from '@/components/ui/status';
import classes from './members.module.css';

type Partner = Outputs['admin']['linkedPartners']['partners'][number];

/** Platforms that work for this shop. Nothing is shown where there is none, as in most shops. */
export function Partners({ isOwner }: { isOwner: boolean }) {
  const t = useTranslations('settings.members.partners');
  const columns = useTranslations('settings.members.columns');
  const query = useQuery(useTRPC().admin.linkedPartners.queryOptions());
  const [leaving, setLeaving] = useState<Partner | null>(null);
  const partners = query.data?.partners ?? [];
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (partners.length === 0) return null;
  const shown: Column<Partner>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      cell: ({ name, identifier, contactEmail }) => (
        <span className={classes.person}>
          <span className={classes.partner}>{name}</span>
          <small>{contactEmail ?? identifier}</small>
        </span>
      ),
    },
    {
      key: 'state',
      card: 'state',
      width: 14,
      head: t('state'),
      cell: ({ status }) =>
        status === 'active' ? <Status kind="on">{t('active')}</Status> : <Status kind="off">{t('suspended')}</Status>,
    },
    {
      key: 'made',
      width: 12,
      head: t('made'),
      cell: ({ keys, endpoints, shops, channels }) => t('madeOf', { keys, endpoints, shops, channels }),
    },
    { key: 'since', width: 10, head: t('since'), cell: ({ linkedAt }) => <RelativeTime value={linkedAt} /> },
    {
      key: 'actions',
      head: columns('actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      width: 9,
      cell: (row) =>
        isOwner && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('unlink.label', { name: row.name })}
            onClick={() => setLeaving(row)}
          >
            {t('unlink.action')}
          </Button>
        ),
    },
  ];
  return (
    <section className={classes.more} aria-labelledby="partners">
      <h2 id="partners">{t('title')}</h2>
      <p className={classes.lead}>{t('lead')}</p>
      <DataTable label={t('title')} columns={shown} rows={partners} rowKey={(row) => row.id} />
      <UnlinkDialog partner={leaving} onClose={() => setLeaving(null)} />
    </section>
  );
}

function UnlinkDialog({ partner, onClose }: { partner: Partner | null; onClose: () => void }) {
  const t = useTranslations('settings.members.partners.unlink');
  const name = partner?.name ?? '';
  const part = useMutation(
    useTRPC().admin.partWith.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('done', { name }), color: 'gray' });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={partner !== null}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('confirm')}
      destructive
      call={part}
      onConfirm={() => partner && part.mutate({ id: partner.id })}
    >
      <p>{t(partner?.linkMode ?? 'linked', { name })}</p>
    </ConfirmDialog>
  );
}
