import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { NewCode } from './new-code';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes.form'))('newTitle') };
}

export default function NewCodePage() {
  return (
    <Texts of={['discountCodes', 'marketingCampaigns']}>
      <NewCode />
    </Texts>
  );
}
