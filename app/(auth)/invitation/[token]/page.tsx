import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import { bridge } from '@/server/bridge';
import { Invitation } from './invitation';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.invitation'))('title'), referrer: 'no-referrer' };
}

/** For everybody: who is signed in joins with a click, others sign in first or make an account here. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const session = await bridge().session((await headers()).get('cookie'));
  return <Invitation token={(await params).token} signedInAs={session?.email ?? null} />;
}
