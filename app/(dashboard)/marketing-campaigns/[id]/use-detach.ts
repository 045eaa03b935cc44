'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Child } from '@/app/(dashboard)/marketing-campaigns/campaign';
import { useTRPC } from '@/app/trpc';
import { notifyUndo } from '@/components/ui/notify-undo';

/** Detaches at once and offers to undo it, so nobody is asked before. */
export function useDetach(campaignId: string) {
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
