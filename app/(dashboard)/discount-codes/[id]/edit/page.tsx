import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EditCode } from './edit-code';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes.detail'))('edit') };
}

export default async function EditCodePage({ params }: { params: Promise<{ id: string }> }) {
  return <EditCode id={(await params).id} />;
}
