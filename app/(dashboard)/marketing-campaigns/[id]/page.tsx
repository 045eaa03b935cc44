import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { CampaignPage } from './campaign-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('marketingCampaigns'))('title') };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['abandonedCart', 'blog', 'broadcasts', 'discountCodes', 'marketingCampaigns', 'referrals']}>
      <CampaignPage id={(await params).id} />
    </Texts>
  );
}
