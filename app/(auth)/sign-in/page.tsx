import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { safeNext } from '@/components/shell/sign-in-path';
import { onlyGuests } from '../only-guests';
import { SignInForm } from './sign-in-form';

export async function generateMetadata(): Promise<Metadata> {
  // Of all pages of the dashboard this one is for whoever looks for it.
  return { title: (await getTranslations('auth.signIn'))('title'), robots: { index: true } };
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next, created, joined, reset } = await searchParams;
  const path = safeNext(typeof next === 'string' ? next : null);
  await onlyGuests(path);
  return (
    <SignInForm
      next={path}
      notice={created === '1' ? 'created' : joined === '1' ? 'joined' : reset === '1' ? 'reset' : null}
    />
  );
}
