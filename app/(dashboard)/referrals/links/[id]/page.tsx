import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LinkDetail } from './link-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.links.columns'))('link') };
}

export default async function ReferralLinkPage({ params }: { params: Promise<{ id: string }> }) {
  return <LinkDetail id={(await params).id} />;
}
