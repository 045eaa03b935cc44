'use client';
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReminderDetail } from '@/app/(dashboard)/abandoned-cart/reminder';
import { useTRPC } from '@/app/trpc';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { ErrorNotice } from '@/components/ui/error-notice';
import classes from './reminder.module.css';

/** The campaign that counts the cart: usually sent along by the shop, and changed here. */
export function ReminderCampaign({ reminder: { id, marketingCampaign } }: { reminder: ReminderDetail }) {
  const t = useTranslations('marketingCampaigns.reminder');
  const trpc = useTRPC();
  const done = {
    onSuccess: () => notifications.show({ color: 'gray', message: t('saved') }),
  };
  const attach = useMutation(trpc.marketingCampaigns.attach.mutationOptions(done));
  const detach = useMutation(trpc.marketingCampaigns.detach.mutationOptions(done));
  const current = marketingCampaign?.id ?? null;
  const change = (next: string | null) => {
    if (next === current) return;
    const link = { type: 'cart_reminder' as const, childIds: [id] };
    if (next !== null) attach.mutate({ ...link, id: next });
    else if (current !== null) detach.mutate({ ...link, id: current });
  };
  const error = attach.error ?? detach.error;
  return (
    <>
      {marketingCampaign !== null && (
        <Anchor
          component={Link}
          href={`/marketing-campaigns/${marketingCampaign.id}`}
          inherit
          className={classes.campaign}
        >
          {marketingCampaign.name}
        </Anchor>
      )}
      <CampaignSelect
        bare={t('change')}
        value={current}
        disabled={attach.isPending || detach.isPending}
        onChange={change}
      />
      {error !== null && <ErrorNotice error={error} act="write" />}
    </>
  );
}
