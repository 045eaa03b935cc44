import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { AttributionDetail } from './attribution-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.attribution'))('way') };
}

export default async function ReferralAttributionPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['discountCodes', 'referrals']}>
      <AttributionDetail id={(await params).id} />
    </Texts>
  );
}
