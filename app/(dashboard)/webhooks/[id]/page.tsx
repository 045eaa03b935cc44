import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { EndpointDetail } from './endpoint-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('detail.title') };
}

export default async function EndpointPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['webhooks']}>
      <EndpointDetail id={(await params).id} />
    </Texts>
  );
}
