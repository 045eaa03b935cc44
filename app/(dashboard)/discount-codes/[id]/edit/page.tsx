import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditCode } from './edit-code';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes.detail'))('edit') };
}

export default async function EditCodePage({ params }: PageProps<'/discount-codes/[id]/edit'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['discountCodes', 'marketingCampaigns']}
      reads={({ trpc, client }) => [
        client.query(trpc.discountCodes.get.queryOptions({ id })),
        client.query(trpc.marketingCampaigns.selector.queryOptions()),
        client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
      ]}
    >
      <EditCode id={id} />
    </DashboardPage>
  );
}
