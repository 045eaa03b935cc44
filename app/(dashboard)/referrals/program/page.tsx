import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ProgramPage } from './program-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.form'))('titleEdit') };
}

export default function ReferralProgramPage() {
  return <ProgramPage />;
}
