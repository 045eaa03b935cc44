import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ConfirmEmail } from './confirm-email';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.email'))('title'), referrer: 'no-referrer' };
}

export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  return <ConfirmEmail token={(await params).token} />;
}
