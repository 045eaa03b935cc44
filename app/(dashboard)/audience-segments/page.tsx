import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { SegmentList } from './segment-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments'))('title') };
}

export default function AudienceSegmentsPage() {
  return (
    <Texts of={['audienceSegments']}>
      <SegmentList />
    </Texts>
  );
}
