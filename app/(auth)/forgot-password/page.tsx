import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { bridge } from '@/server/doors/bridge';
import { onlyGuests } from '../only-guests';
import { ForgotForm } from './forgot-form';
import { OperatorHelp } from './operator-help';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.forgot'))('title') };
}

export default async function ForgotPasswordPage() {
  await onlyGuests();
  return bridge().sendsMail ? <ForgotForm /> : <OperatorHelp />;
}
