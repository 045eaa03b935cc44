import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ProgramPage } from './program-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.form'))('titleEdit') };
}

export default function ReferralProgramPage() {
  return (
    <Texts of={['discountCodes', 'marketingCampaigns', 'referrals']}>
      <ProgramPage />
    </Texts>
  );
}
