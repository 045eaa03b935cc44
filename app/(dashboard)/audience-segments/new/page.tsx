import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { NewSegment } from './new-segment';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments.form'))('newTitle') };
}

export default function NewSegmentPage() {
  return (
    <Texts of={['audienceSegments']}>
      <NewSegment />
    </Texts>
  );
}
