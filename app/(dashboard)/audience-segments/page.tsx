import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { SegmentList } from './segment-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments'))('title') };
}

export default function AudienceSegmentsPage() {
  return (
    <DashboardPage texts={['audienceSegments']}>
      <SegmentList />
    </DashboardPage>
  );
}
