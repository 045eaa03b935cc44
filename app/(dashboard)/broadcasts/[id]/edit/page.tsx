import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { EditBroadcast } from './edit-broadcast';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('composer.editTitle') };
}

export default async function EditBroadcastPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['broadcasts', 'channels', 'marketingCampaigns', 'templates']}>
      <EditBroadcast id={(await params).id} />
    </Texts>
  );
}
