import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ResetPassword } from './reset-password';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.reset'))('title'), referrer: 'no-referrer' };
}

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  return <ResetPassword token={(await params).token} />;
}
