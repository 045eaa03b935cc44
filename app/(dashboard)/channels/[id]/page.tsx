import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ChannelDetail } from './channel-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('detail.title') };
}

export default async function ChannelPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['channels']}>
      <ChannelDetail id={(await params).id} />
    </Texts>
  );
}
