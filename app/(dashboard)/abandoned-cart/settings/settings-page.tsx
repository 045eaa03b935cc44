'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ROOT, type Config } from '@/app/(dashboard)/abandoned-cart/reminder';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { notifySaved } from '@/components/ui/notify-saved';
import { SettingsForm, type SaveSettings } from './settings-form';

/** The settings that the shop's platform follows when it reminds. */
export function SettingsPage() {
  const trpc = useTRPC();
  const query = useQuery(trpc.abandonedCart.getConfig.queryOptions());
  if (!query.data)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <FormPageSkeleton />
    );
  return <Settings current={query.data} />;
}

function Settings({ current }: { current: Config }) {
  const t = useTranslations('abandonedCart');
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.abandonedCart.updateConfig.mutationOptions());
  // What one began with: what somebody else saves meanwhile is no reason to start over.
  const [config] = useState(current);
  const save: SaveSettings = async (changes, ifUpdatedAt) => {
    const saved = await update.mutateAsync({ ...changes, ifUpdatedAt });
    queryClient.setQueryData(trpc.abandonedCart.getConfig.queryKey(), saved);
    notifySaved({ words: t('settings.saved'), link: { href: ROOT, label: t('title') } });
    router.push(ROOT);
  };
  return <SettingsForm config={config} save={save} />;
}
