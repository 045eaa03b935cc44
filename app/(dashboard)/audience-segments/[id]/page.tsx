import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { SegmentDetail } from './segment-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments'))('one') };
}

export default async function AudienceSegmentPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['audienceSegments']}>
      <SegmentDetail id={(await params).id} />
    </DashboardPage>
  );
}
