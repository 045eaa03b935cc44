import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { EditSegment } from './edit-segment';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments.form'))('editTitle') };
}

export default async function EditSegmentPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['audienceSegments']}>
      <EditSegment id={(await params).id} />
    </Texts>
  );
}
