import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { LinkDetail } from './link-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.links.columns'))('link') };
}

export default async function ReferralLinkPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['discountCodes', 'referrals']}>
      <LinkDetail id={(await params).id} />
    </Texts>
  );
}
