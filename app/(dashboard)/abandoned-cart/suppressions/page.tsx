import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suppressions } from './suppressions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.suppressions'))('title') };
}

export default function SuppressionsPage() {
  return <Suppressions />;
}
