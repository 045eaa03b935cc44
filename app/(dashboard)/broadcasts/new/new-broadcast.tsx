'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Composer } from '@/app/(dashboard)/broadcasts/composer';
import { draftOf, fromTemplate } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { useBegunCampaign } from '@/components/campaign-select/use-begun-campaign';
import { DetailPage } from '@/components/ui/detail-page';
import { useAddress } from '@/components/ui/use-address';
import { ADDRESS } from './new-address';

export function NewBroadcast() {
  const [{ template }] = useAddress(ADDRESS);
  const marketingCampaignId = useBegunCampaign();
  if (template === '') return <Composer broadcast={null} begin={{ ...draftOf(null), marketingCampaignId }} />;
  return <FromTemplate id={template} marketingCampaignId={marketingCampaignId} />;
}

function FromTemplate({ id, marketingCampaignId }: { id: string; marketingCampaignId: string | null }) {
  const t = useTranslations('templates.gone');
  const query = useQuery(useTRPC().broadcasts.templates.get.queryOptions({ id }, { staleTime: Infinity }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/templates', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<DetailSkeleton parts={[120, 280]} />}>
      {(template) => <Composer broadcast={null} begin={{ ...fromTemplate(template), marketingCampaignId }} />}
    </DetailPage>
  );
}
