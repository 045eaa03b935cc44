import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { BroadcastDetail } from './broadcast-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('detail.title') };
}

export default async function BroadcastPage({ params }: { params: Promise<{ id: string }> }) {
  return <BroadcastDetail id={(await params).id} />;
}
