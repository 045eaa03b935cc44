import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { onlyGuests } from '../only-guests';
import { SignUpForm } from './sign-up-form';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.signUp'))('title') };
}

export default async function SignUpPage() {
  await onlyGuests();
  return <SignUpForm />;
}
