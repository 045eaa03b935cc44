import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditSegment } from './edit-segment';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments.form'))('editTitle') };
}

export default async function EditSegmentPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['audienceSegments']}>
      <EditSegment id={(await params).id} />
    </DashboardPage>
  );
}
