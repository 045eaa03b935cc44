import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import { bridge } from '@/server/doors/bridge';
import { Invitation } from './invitation';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.invitation'))('title'), referrer: 'no-referrer' };
}

/** For everybody: who is signed in joins with a click, others sign in first or make an account here. */
export default async function InvitationPage({
  params,
  searchParams,
}: {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { mailed } = await searchParams;
  const session = await bridge().session((await headers()).get('cookie'));
  const link = { token: (await params).token, mailed: typeof mailed === 'string' ? mailed : '' };
  return <Invitation link={link} signedInAs={session?.email ?? null} />;
}
