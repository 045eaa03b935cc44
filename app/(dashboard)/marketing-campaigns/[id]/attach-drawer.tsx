'use client';
import { Anchor, Button, Checkbox, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { childrenOf } from '@/app/(dashboard)/marketing-campaigns/campaign';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { SearchField } from '@/components/ui/search-field';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { CANDIDATES } from '@/server/modules/overview/marketing-campaigns/vocabulary';
import { ChildLine } from './child-line';
import { KINDS } from './kinds';
import classes from './campaign-page.module.css';

interface Props {
  campaignId: string;
  /** The kind that is attached; null: closed. */
  type: ChildType | null;
  onClose: () => void;
}

/** Finds what exists and links it to the campaign. */
export function AttachDrawer({ campaignId, type, onClose }: Props) {
  const t = useTranslations('marketingCampaigns.kinds');
  // Its words stay while it slides away.
  const [shown, setShown] = useState<ChildType>('broadcast');
  if (type !== null && type !== shown) setShown(type);
  return (
    <FormDrawer opened={type !== null} onClose={onClose} title={t(`${shown}.attachTitle`)}>
      <Picker key={shown} campaignId={campaignId} type={shown} onClose={onClose} />
    </FormDrawer>
  );
}

function Picker({ campaignId, type, onClose }: { campaignId: string; type: ChildType; onClose: () => void }) {
  const t = useTranslations('marketingCampaigns');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const query = useQuery(
    trpc.marketingCampaigns.candidates.queryOptions({ id: campaignId, type, q }, { placeholderData: keepPreviousData }),
  );
  const attach = useMutation(
    trpc.marketingCampaigns.attach.mutationOptions({
      onSuccess: ({ attached }) => {
        notifications.show({ color: 'gray', message: t('attach.attached', { count: attached }) });
        onClose();
      },
    }),
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const found = query.data ? childrenOf(query.data) : [];
  const isEmpty = query.data !== undefined && found.length === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) attach.mutate({ id: campaignId, type, childIds: [...chosen] });
      }}
    >
      {!KINDS[type].isSingle && <SearchField label={t(`kinds.${type}.search`)} value={q} onChange={setQ} />}
      {query.isPending && <Skeleton height={240} mt="md" />}
      {query.isError && !query.data && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      {isEmpty && <Nothing type={type} searched={q !== ''} />}
      {found.length > 0 && (
        <ul className={classes.results} aria-label={t('attach.found')}>
          {found.map((child) => {
            const { id, marketingCampaignId } = child.item;
            const elsewhere = marketingCampaignId === null ? undefined : query.data?.campaigns[marketingCampaignId];
            return (
              <li key={id}>
                <label>
                  <Checkbox size="xs" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                  <span className={classes.result}>
                    <ChildLine child={child} linked={false} />
                    {elsewhere !== undefined && (
                      <span className={classes.elsewhere}>{t('attach.now', { campaign: elsewhere })}</span>
                    )}
                  </span>
                </label>
              </li>
            );
          })}
        </ul>
      )}
      {found.length === CANDIDATES && <p className={classes.hint}>{t('attach.first', { count: CANDIDATES })}</p>}
      {attach.error && <ErrorNotice error={attach.error} act="write" />}
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={attach.isPending} disabled={chosen.length === 0}>
          {t('attach.submit', { count: chosen.length })}
        </Button>
      </FormActions>
    </form>
  );
}

/** Why there is nothing to choose, and where it would come from. */
function Nothing({ type, searched }: { type: ChildType; searched: boolean }) {
  const t = useTranslations('marketingCampaigns.attach');
  if (type === 'referral_program' || type === 'feed') {
    const [words, href, label] =
      type === 'feed' ? [t('noFeed'), '/feeds', t('toFeed')] : [t('noProgram'), '/referrals', t('toProgram')];
    return (
      <p className={classes.hint}>
        {words}{' '}
        <Anchor component={Link} href={href} inherit underline="always">
          {label}
        </Anchor>
      </p>
    );
  }
  return <p className={classes.hint}>{searched ? t('nothing') : t('none')}</p>;
}
