import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NewSegment } from './new-segment';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments.form'))('newTitle') };
}

export default function NewSegmentPage() {
  return <NewSegment />;
}
