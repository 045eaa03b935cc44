import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { SegmentDetail } from './segment-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments'))('one') };
}

export default async function AudienceSegmentPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['audienceSegments']}>
      <SegmentDetail id={(await params).id} />
    </Texts>
  );
}
