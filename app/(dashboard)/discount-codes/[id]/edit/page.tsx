import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditCode } from './edit-code';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes.detail'))('edit') };
}

export default async function EditCodePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['discountCodes', 'marketingCampaigns']}>
      <EditCode id={(await params).id} />
    </DashboardPage>
  );
}
