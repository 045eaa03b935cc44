'use client';
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Child } from '@/app/(dashboard)/marketing-campaigns/campaign';
import { useTRPC } from '@/app/trpc';

/** Long enough to read it and to reach for the button. */
const UNDO_MS = 10_000;

/** Detaches at once and offers to undo it, so nobody is asked before. */
export function useDetach(campaignId: string) {
  const t = useTranslations('marketingCampaigns.children');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.marketingCampaigns.pathFilter());
  const attach = useMutation(trpc.marketingCampaigns.attach.mutationOptions({ onSettled: refresh }));
  const detach = useMutation(trpc.marketingCampaigns.detach.mutationOptions({ onSettled: refresh }));
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
        onSuccess: () => {
          const shown = notifications.show({
            color: 'gray',
            autoClose: UNDO_MS,
            message: (
              <>
                {t('detached', { name })}{' '}
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  underline="always"
                  onClick={() => {
                    notifications.hide(shown);
                    back();
                  }}
                >
                  {t('undo')}
                </Anchor>
              </>
            ),
          });
        },
      });
    },
  };
}
