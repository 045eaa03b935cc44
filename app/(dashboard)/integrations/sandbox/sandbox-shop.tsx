'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { WithSide } from '@/components/ui/with-side';
import { STOREFRONTS, type Storefront } from '@/server/platform/lib/shared-vocabulary';
import { Happened } from './happened';
import { ShopForm } from './shop-form';
import { Button } from '@mantine/core';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Panel } from '@/components/ui/panel';

type Change = Shop['changes'][number];

/**
 * The changes that happened and that its webhooks report: each can be sent again as often as one likes; all of them,
 * newest first.
 */
function Changes({ shop, busy, onSend }: { shop: Shop; busy: boolean; onSend: (ids: string[]) => void }) {
  const t = useTranslations('integrations.sandbox');
  const waiting = shop.changes.filter(({ sent, dueAt }) => sent === 0 && dueAt === null);
  const columns: Column<Change>[] = [
    {
      key: 'what',
      head: t('what'),
      card: 'title',
      width: 18,
      cell: ({ verb, about, createdAt }) => (
        <span className={classes.call}>
          <span>{t(`verbs.${verb}`)}</span>
          <span className={classes.reason}>
            {about} · <RelativeTime value={createdAt} />
          </span>
        </span>
      ),
    },
    {
      key: 'sent',
      head: t('sent'),
      width: 8,
      cell: ({ sent, dueAt }) => (dueAt === null ? t('times', { sent }) : t('later')),
    },
    {
      key: 'do',
      head: t('actions'),
      card: 'corner',
      width: 12,
      cell: ({ id }) => (
        <span className={classes.actions}>
          <Button size="xs" variant="default" disabled={busy} onClick={() => onSend([id])}>
            {t('send')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" disabled={busy} onClick={() => onSend([id, id])}>
            {t('sendTwice')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Panel
      title={t('changes')}
      aside={
        waiting.length > 1 ? (
          // The list shows the newest first.
          <Button size="xs" variant="default" disabled={busy} onClick={() => onSend(waiting.map(({ id }) => id))}>
            {t('newestFirst')}
          </Button>
        ) : undefined
      }
    >
      {shop.changes.length === 0 ? (
        <p className={classes.help}>{t('noChanges')}</p>
      ) : (
        <DataTable label={t('changes')} columns={columns} rows={shop.changes} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}

export type Shop = Outputs['sandbox']['shop'];
export type When = 'now' | 'twice' | 'late' | 'by_hand';

const ADDRESS = { shop: 'storefront_p1' };
/** Webhooks go out while one looks on. */
const REFRESH_MS = 3000;

/** A shop that is played: what buyers do there, and what the shop then tells us of, when and how often one likes. */
export function SandboxShop() {
  const t = useTranslations('integrations');
  const [address, setAddress] = useAddress(ADDRESS);
  const provider = STOREFRONTS.find((known) => known === address.shop) ?? 'storefront_p1';
  return (
    <>
      <PageHead
        title={t('sandbox.title')}
        lead={t('sandbox.lead')}
        back={{ href: '/integrations', label: t('title') }}
      />
      <FilterChips
        label={t('sandbox.which')}
        options={STOREFRONTS.map((value) => ({ value, label: t(`providers.${value}`) }))}
        value={provider}
        onChange={(value) => setAddress({ shop: value })}
      />
      <Played key={provider} provider={provider} />
    </>
  );
}

function Played({ provider }: { provider: Storefront }) {
  const t = useTranslations('integrations.sandbox');
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [when, setWhen] = useState<When>('now');
  const asked = trpc.sandbox.shop.queryOptions({ provider }, { refetchInterval: REFRESH_MS });
  const query = useQuery(asked);
  const put = (shop: Shop): void => void cache.setQueryData(asked.queryKey, shop);
  const play = useMutation(trpc.sandbox.playShop.mutationOptions({ onSuccess: put }));
  const send = useMutation(trpc.sandbox.sendShopChanges.mutationOptions({ onSuccess: put }));
  const shop = query.data;
  if (shop === undefined)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <TableSkeleton columns={3} />
    );
  const isBusy = play.isPending || send.isPending;
  return (
    <>
      {shop.integrationId === null && (
        <div className={classes.held}>
          {t('notConnected')}
          <LinkButton href="/integrations?new=1" variant="default" size="xs">
            {t('connect')}
          </LinkButton>
        </div>
      )}
      {play.isError && <ErrorNotice error={play.error} act="write" />}
      {send.isError && <ErrorNotice error={send.error} act="write" />}
      <WithSide
        side={
          <ShopForm
            provider={provider}
            shop={shop}
            when={when}
            onWhen={setWhen}
            busy={isBusy}
            onPlay={(action) => play.mutate({ provider, action, when })}
          />
        }
      >
        <Happened shop={shop} busy={isBusy} onPlay={(action) => play.mutate({ provider, action, when })} />
        <Changes shop={shop} busy={isBusy} onSend={(ids) => send.mutate({ provider, ids })} />
      </WithSide>
    </>
  );
}
