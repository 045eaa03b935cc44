'use client';
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { childrenOf, type Child } from '@/app/(dashboard)/marketing-campaigns/campaign';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { LoadMore } from '@/components/ui/load-more';
import { Panel } from '@/components/ui/panel';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { ChildLine } from './child-line';
import { childOptions } from './campaign-reads';
import { KINDS } from './kinds';
import { useChildName } from './use-child-name';
import classes from './campaign-page.module.css';
import { notifications } from '@mantine/notifications';
import { notifyUndo } from '@/components/ui/notify-undo';

/** Detaches at once and offers to undo it, so nobody is asked before. */
function useDetach(campaignId: string) {
  const t = useTranslations('marketingCampaigns.children');
  const tCommon = useTranslations('ui');
  const trpc = useTRPC();
  const attach = useMutation(trpc.marketingCampaigns.attach.mutationOptions());
  const detach = useMutation(trpc.marketingCampaigns.detach.mutationOptions());
  return {
    busyId: detach.isPending ? detach.variables.childIds[0] : undefined,
    error: detach.error ?? attach.error,
    detach: ({ type, item }: Child, name: string): void => {
      const link = { id: campaignId, type, childIds: [item.id] };
      const back = () =>
        attach.mutate(link, {
          onSuccess: () => notifications.show({ color: 'gray', message: t('reattached', { name }) }),
        });
      detach.mutate(link, {
        onSuccess: () => notifyUndo({ words: t('detached', { name }), undo: { label: tCommon('undo'), run: back } }),
      });
    },
  };
}

interface Props {
  campaignId: string;
  type: ChildType;
  /** The number of linked children, with those that are not listed here. */
  counted: number;
  aside: ReactNode;
}

/** The children of one kind: each leads to its own page, and is detached with a way back. */
export function ChildGroup({ campaignId, type, counted, aside }: Props) {
  const t = useTranslations('marketingCampaigns');
  const format = useFormat();
  const query = useInfiniteQuery(childOptions(useTRPC(), campaignId, type));
  const children = query.data?.pages.flatMap(childrenOf) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  const { detach, busyId, error } = useDetach(campaignId);
  const title = t(`kinds.${type}.title`);
  const rewards = total === undefined ? 0 : counted - total;
  return (
    // The one child of a kind that has one at most says itself what it is.
    <Panel
      {...(!KINDS[type].isSingle && {
        title: counted > 1 ? `${title} · ${format.number(total ?? counted)}` : title,
        aside,
      })}
      flush
    >
      {query.isPending && <Skeleton height={120} m="lg" width="auto" />}
      {query.isError && !query.data && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      {error !== null && <ErrorNotice error={error} act="write" />}
      <ul className={classes.children} aria-label={title}>
        {children.map((child) => (
          <li key={child.item.id}>
            <ChildLine child={child} />
            <Detach child={child} busy={busyId === child.item.id} onDetach={detach} />
          </li>
        ))}
      </ul>
      {rewards > 0 && (
        <p className={classes.besides}>
          <Link href="/discount-codes?origin=referral">{t('children.rewardCodes', { count: rewards })}</Link>
        </p>
      )}
      {total !== undefined && total > children.length && (
        <div className={classes.more}>
          <LoadMore
            shown={children.length}
            total={total}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </div>
      )}
    </Panel>
  );
}

function Detach({
  child,
  busy,
  onDetach,
}: {
  child: Child;
  busy: boolean;
  onDetach: (child: Child, name: string) => void;
}) {
  const t = useTranslations('marketingCampaigns.children');
  const name = useChildName(child);
  return (
    <Tooltip label={t('detach', { name })}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('detach', { name })}
        loading={busy}
        onClick={() => onDetach(child, name)}
      >
        <IconUnlink {...SMALL_ICON} />
      </ActionIcon>
    </Tooltip>
  );
}
