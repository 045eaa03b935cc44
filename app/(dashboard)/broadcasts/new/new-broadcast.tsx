'use client';
import { useQuery } from '@tanstack/react-query';
import { BroadcastUnavailable } from '@/app/(dashboard)/broadcasts/broadcast-unavailable';
import { Composer } from '@/app/(dashboard)/broadcasts/composer';
import { draftOf, fromTemplate } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { useBegunCampaign } from '@/components/campaign-select/use-begun-campaign';
import { useAddress } from '@/components/ui/use-address';

/** `template`: what it begins with, so that a template's page can link here. */
const ADDRESS = { template: '' };

export function NewBroadcast() {
  const [address] = useAddress(ADDRESS);
  const marketingCampaignId = useBegunCampaign();
  const query = useQuery(
    useTRPC().broadcasts.templates.get.queryOptions(
      { id: address.template },
      { enabled: address.template !== '', staleTime: Infinity },
    ),
  );
  if (address.template === '') return <Composer broadcast={null} begin={{ ...draftOf(null), marketingCampaignId }} />;
  if (!query.data) return <BroadcastUnavailable error={query.error} onRetry={() => void query.refetch()} />;
  return <Composer broadcast={null} begin={{ ...fromTemplate(query.data), marketingCampaignId }} />;
}
