import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { EditCode } from './edit-code';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes.detail'))('edit') };
}

export default async function EditCodePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['discountCodes', 'marketingCampaigns']}>
      <EditCode id={(await params).id} />
    </Texts>
  );
}
