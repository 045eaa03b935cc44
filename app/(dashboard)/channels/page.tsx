import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Channels } from './channels';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('title') };
}

export default function ChannelsPage() {
  return (
    <Texts of={['channels']}>
      <Channels />
    </Texts>
  );
}
