import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { onlyGuests } from '../only-guests';
import { SignUpForm } from './sign-up-form';

export async function generateMetadata(): Promise<Metadata> {
  // Of all pages of the dashboard this one is for whoever looks for it.
  return { title: (await getTranslations('auth.signUp'))('title'), robots: { index: true } };
}

export default async function SignUpPage() {
  await onlyGuests();
  return <SignUpForm />;
}
