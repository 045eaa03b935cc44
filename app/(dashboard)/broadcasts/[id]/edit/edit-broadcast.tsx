'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isEditable } from '@/app/(dashboard)/broadcasts/broadcast';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Composer } from '@/app/(dashboard)/broadcasts/composer';
import { draftOf } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';

/** The composer on a broadcast that is stored; one that has begun to leave can no longer be changed. */
export function EditBroadcast({ id }: { id: string }) {
  const t = useTranslations('broadcasts.gone');
  // What is being edited is not taken away by a fetch in the background.
  const query = useQuery(
    useTRPC().broadcasts.get.queryOptions(
      { id },
      { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity, gcTime: 0 },
    ),
  );
  const gone = { title: t('title'), message: t('message'), list: { href: '/broadcasts', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<DetailSkeleton parts={[120, 280]} />}>
      {(broadcast) =>
        isEditable(broadcast) ? <Composer broadcast={broadcast} begin={draftOf(broadcast)} /> : <Begun id={id} />
      }
    </DetailPage>
  );
}

function Begun({ id }: { id: string }) {
  const t = useTranslations('broadcasts.composer');
  return (
    <MessagePage
      title={t('begunTitle')}
      action={<LinkButton href={`/broadcasts/${id}`}>{t('begunAction')}</LinkButton>}
    >
      {t('begun')}
    </MessagePage>
  );
}
