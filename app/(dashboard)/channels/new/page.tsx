import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Gallery } from './gallery';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('gallery.title') };
}

export default function NewChannelPage() {
  return (
    <Texts of={['channels']}>
      <Gallery />
    </Texts>
  );
}
