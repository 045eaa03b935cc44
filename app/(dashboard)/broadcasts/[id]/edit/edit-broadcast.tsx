'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isEditable } from '@/app/(dashboard)/broadcasts/broadcast';
import { BroadcastUnavailable } from '@/app/(dashboard)/broadcasts/broadcast-unavailable';
import { Composer } from '@/app/(dashboard)/broadcasts/composer';
import { draftOf } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';

/** The composer on a broadcast that is stored; one that has begun to leave can no longer be changed. */
export function EditBroadcast({ id }: { id: string }) {
  const t = useTranslations('broadcasts.composer');
  // What is being edited is not taken away by a fetch in the background.
  const query = useQuery(
    useTRPC().broadcasts.get.queryOptions(
      { id },
      { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity, gcTime: 0 },
    ),
  );
  if (!query.data) return <BroadcastUnavailable error={query.error} onRetry={() => void query.refetch()} />;
  if (!isEditable(query.data)) {
    return (
      <MessagePage
        title={t('begunTitle')}
        action={<LinkButton href={`/broadcasts/${id}`}>{t('begunAction')}</LinkButton>}
      >
        {t('begun')}
      </MessagePage>
    );
  }
  return <Composer broadcast={query.data} begin={draftOf(query.data)} />;
}
