'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '@/app/trpc';

/** The campaign's name, leading to its page. */
export function CampaignLink({ id }: { id: string }) {
  const query = useQuery(useTRPC().marketingCampaigns.get.queryOptions({ id }));
  return (
    <Anchor component={Link} href={`/marketing-campaigns/${id}`} inherit>
      {query.data?.name ?? '…'}
    </Anchor>
  );
}
