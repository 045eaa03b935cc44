import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import { bridge } from '@/server/doors/bridge';
import { ConfirmEmail } from './confirm-email';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.email'))('title'), referrer: 'no-referrer' };
}

export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const session = await bridge().session((await headers()).get('cookie'));
  return <ConfirmEmail token={(await params).token} signedInAs={session?.email ?? null} />;
}
