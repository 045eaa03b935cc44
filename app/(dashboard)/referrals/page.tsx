import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Referrals } from './referrals';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals'))('title') };
}

export default function ReferralsPage() {
  return (
    <Texts of={['discountCodes', 'referrals']}>
      <Referrals />
    </Texts>
  );
}
