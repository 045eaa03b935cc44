import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { PixelsPage } from './pixels-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('pixels'))('title') };
}

export default function Page() {
  return (
    <Texts of={['pixels']}>
      <PixelsPage />
    </Texts>
  );
}
